import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSync } from 'fontkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfOf } from '#tests/pdf-of.ts'
import { maskOf } from './letter-mask.ts'
import { readText } from './read-text.ts'
import { shapeOf } from './shapes.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-seen-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const SECRET = 'quantum entanglement photonics lasers qubits'
const HONEST = 'We measure cracks in bridges.'

interface Page {
  /** What is drawn with the secret. */
  content: string
  /** Graphics states and forms by their name. */
  resources?: string
  /** The object of number 5, and those after it. */
  object?: string
  page?: string
  /** The letter that covers the secret, which nobody sees either. */
  covers?: string
  /** How large the page and its letters are. */
  scale?: number
}

const words = (size = 11, text = SECRET, y = 700) => `BT /F ${size} Tf 60 ${y} Td (${text}) Tj ET`
const fonts = '/Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>'
const form = (content: string, rest: string) =>
  `5 0 obj <</Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources <<${fonts} /ExtGState <</H <</ca 1>>>>>> ${rest}
    /Length ${content.length}>> stream\n${content}\nendstream endobj`

/** What is read of a page that has a line that is seen below the secret. */
async function read({ content, resources = '', object = '5 0 obj null endobj', page = '', scale = 1 }: Page) {
  const all = `q ${content} Q ${words(11 * scale, HONEST, 660)}`
  const file = pdfOf([
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    `3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 ${612 * scale} ${792 * scale}] /Contents 4 0 R ${page}
      /Resources <<${fonts} ${resources}>>>> endobj`,
    `4 0 obj <</Length ${all.length}>> stream\n${all}\nendstream endobj`,
    ...object.split(/(?<=endobj)\s+/),
  ])
  const path = join(folder, 'page.pdf')
  await writeFile(path, file, 'latin1')
  const { abstract, hidden } = await readText(path)
  return { abstract, hidden }
}

const AREA = '50 690 500 30 re f'
const ink = (entries: string) => `/ExtGState <</G <<${entries}>>>>`
const GROUP = '/Group <</S /Transparency /I true>>'

/** A font whose letters are drawings of their own. */
const drawnFont = (drawing: (letter: string) => string, matrix: string, width: number) => {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
  const drawings = letters.map((letter, at) => {
    const drawn = `600 0 d0 ${drawing(letter)}`
    return `${7 + at} 0 obj <</Length ${drawn.length}>> stream\n${drawn}\nendstream endobj`
  })
  const names = letters.map((letter, at) => `/${letter} ${7 + at} 0 R`)
  return {
    resources: '/Font <</T 5 0 R /F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>',
    object: `5 0 obj <</Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [${matrix} 0 0]
      /CharProcs <<${names.join(' ')} /space 6 0 R>> /FirstChar 97 /LastChar 122
      /Widths [${letters.map(() => width).join(' ')}]
      /Encoding <</Type /Encoding /Differences [32 /space 97 ${letters.map((letter) => `/${letter}`).join(' ')}]>>
      /Resources <<>>>> endobj
      6 0 obj <</Length 8>> stream\n600 0 d0\nendstream endobj ${drawings.join(' ')}`,
  }
}
const inDrawings = (
  drawing: (letter: string) => string,
  matrix = '.001 0 0 .001',
  width = 600,
  content = words().replace('/F', '/T'),
): Page => ({ content, ...drawnFont(drawing, matrix, width) })
const noto = faceAt('@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2')
function faceAt(name: string) {
  const face = openSync(createRequire(import.meta.url).resolve(name))
  if (!('glyphForCodePoint' in face)) throw new Error(`${name} holds several fonts`)
  return face
}
/** A letter's outline as PDF draws it, filled or otherwise. */
function outline(letter: string, paint = 'f'): string {
  let [x, y] = [0, 0]
  const drawn = noto.glyphForCodePoint(letter.charCodeAt(0)).path.commands.map(({ command, args }) => {
    const [a = 0, b = 0, c = a, d = b] = args
    const [fromX, fromY] = [x, y]
    ;[x, y] = [c, d]
    if (command === 'closePath') return 'h'
    if (command !== 'quadraticCurveTo') return `${a} ${b} ${command === 'moveTo' ? 'm' : 'l'}`
    const near = (end: number, middle: number) => end + (2 / 3) * (middle - end)
    return `${near(fromX, a)} ${near(fromY, b)} ${near(c, a)} ${near(d, b)} ${c} ${d} c`
  })
  return `${drawn.join(' ')} ${paint}`
}
const outlined = (letter: string) => outline(letter)
/** A letter as a bitmap of so many dots a side. */
function bitmap(letter: string, side = 64): string {
  const { path, bbox } = noto.glyphForCodePoint(letter.charCodeAt(0))
  const lines = path.commands.flatMap(({ command, args }) => [
    { moveTo: 0, lineTo: 1, quadraticCurveTo: 3, closePath: 4 }[command as string] ?? 4,
    ...args,
  ])
  const [width, height] = [bbox.maxX - bbox.minX, bbox.maxY - bbox.minY]
  const [across, down] = [side / width, side / height]
  const mask = maskOf(shapeOf([across, 0, 0, -down, -bbox.minX * across, bbox.maxY * down], lines), {
    width: side,
    height: side,
  })
  const rows = Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (__, column) => ((mask?.ink[row * side + column] ?? 0) > 127 ? 0 : 1)).join(
      '',
    ),
  )
  const hex = rows.join('').replace(/.{4}/g, (four) => Number.parseInt(four, 2).toString(16))
  return `q ${width} 0 0 ${height} ${bbox.minX} ${bbox.minY} cm BI /W ${side} /H ${side} /IM true /BPC 1 /F /AHx ID ${hex}> EI Q`
}
/** The letter thirteen places on. */
const turned = (letter: string) => String.fromCharCode(97 + ((letter.charCodeAt(0) - 97 + 13) % 26))
/** A font for columns, and one whose letter n is a square. */
const COLUMNS = {
  resources: '/Font <</V 5 0 R /F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>',
  object: `5 0 obj <</Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /UniJIS-UCS2-V /DescendantFonts [6 0 R]>> endobj
    6 0 obj <</Type /Font /Subtype /CIDFontType0 /BaseFont /Mincho /CIDSystemInfo <</Registry (Adobe)
    /Ordering (Japan1) /Supplement 2>> /FontDescriptor <</Type /FontDescriptor /FontName /Mincho /Flags 4
    /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80>>>> endobj`,
}
const SQUARES = {
  resources: '/Font <</Z 5 0 R /F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>',
  object: '5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>> endobj',
}
/** A font that draws some letters of Helvetica, or of another, and says others, each sign of `said` for one drawn; from code 128 on. */
const lying = (drawn: string, said: readonly string[], face = 'Helvetica') => {
  const named = Array.from(drawn, (letter) => `/${letter === ' ' ? 'space' : (markNames[letter] ?? letter)}`)
  const hex = (text: string) =>
    Array.from(text, (one) => one.charCodeAt(0).toString(16).padStart(4, '0')).join('')
  const mapped = said.map((text, at) => `<${(128 + at).toString(16)}> <${hex(text)}>`)
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00> <ff>
    endcodespacerange ${mapped.length} beginbfchar ${mapped.join(' ')} endbfchar endcmap end end`
  return {
    content: `BT /L 11 Tf 60 700 Td <${mapped.map((_, at) => (128 + at).toString(16)).join('')}> Tj ET`,
    resources: '/Font <</L 5 0 R /F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>',
    object: `5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /${face} /ToUnicode 6 0 R
      /Encoding <</Type /Encoding /Differences [128 ${named.join(' ')}]>>>> endobj
      6 0 obj <</Length ${cmap.length}>> stream\n${cmap}\nendstream endobj`,
  }
}
/** Words with marks above their letters, as their font names these. */
const MARKED = 'méthode früher señal próxima'
const markNames: Readonly<Record<string, string>> = { é: 'eacute', ü: 'udieresis', ñ: 'ntilde', ó: 'oacute' }
/** As long as the secret, word for word. */
const OTHER = 'bridges deteriorates hopefully winter storms'
const TURNED = SECRET.replace(/[a-z]/g, turned)
/** A font's table, number 7, that says other letters than its codes do. */
function mapTo(codes: string, said: string): string {
  const hex = (text: string) =>
    Array.from(text, (one) => one.charCodeAt(0).toString(16).padStart(4, '0')).join('')
  const pairs = Array.from(new Set(codes), (one) => `<${hex(one)}> <${hex(said[codes.indexOf(one)] ?? '')}>`)
  const cmap = `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${pairs.length} beginbfchar ${pairs.join(' ')} endbfchar endcmap`
  return `7 0 obj <</Length ${cmap.length}>> stream\n${cmap}\nendstream endobj`
}
const column = (y: number, text = SECRET) =>
  `BT /V 11 Tf 300 ${y} Td <${Array.from(text, (one) => one.charCodeAt(0).toString(16).padStart(4, '0')).join('')}> Tj ET`
const bars = `BT /Z 14 Tf 55 698 Td (${'n'.repeat(45)}) Tj ET`

const unseen: [string, Page][] = [
  [
    'under areas that each let a little through',
    { content: `${words()} /G gs 1 g ${`${AREA} `.repeat(4)}`, resources: ink('/ca 0.9') },
  ],
  ...['Screen', 'Lighten', 'HardLight'].map((mode): [string, Page] => [
    `under a white area that is blended by ${mode}`,
    { content: `${words()} /G gs 1 g ${AREA}`, resources: ink(`/BM /${mode}`) },
  ]),
  ...['Multiply', 'Darken'].map((mode): [string, Page] => [
    `under a black area that is blended by ${mode}`,
    { content: `${words()} /G gs 0 g ${AREA}`, resources: ink(`/BM /${mode}`) },
  ]),
  [
    'white on black that is blended away',
    { content: `q /G gs 0 g ${AREA} Q 1 g ${words()}`, resources: ink('/BM /Screen') },
  ],
  [
    'in a group that is transparent, whatever is set within',
    {
      content: '/G gs /X Do',
      resources: `${ink('/ca 0')} /XObject <</X 5 0 R>>`,
      object: form(`/H gs ${words()}`, GROUP),
    },
  ],
  [
    'under an area within a group that lets through',
    {
      content: '/G gs /X Do',
      resources: `${ink('/ca 0.5')} /XObject <</X 5 0 R>>`,
      object: form(`${words()} 1 g ${AREA}`, GROUP),
    },
  ],
  [
    'outside the bounds of a group',
    {
      content: '/X Do',
      resources: '/XObject <</X 5 0 R>>',
      object: form(words(), GROUP).replace('612 792', '9 9'),
    },
  ],
  [
    'behind a soft mask',
    {
      content: `/G gs ${words()}`,
      resources: ink('/SMask <</S /Luminosity /G 5 0 R>>'),
      object: form('0 g 0 0 612 792 re f', GROUP),
    },
  ],
  [
    'white on what only masks',
    {
      content: `q /G gs Q 1 g ${words()}`,
      resources: ink('/SMask <</S /Luminosity /G 5 0 R>>'),
      object: form('0 g 0 0 612 792 re f', GROUP),
    },
  ],
  ['of outlines whose dash draws none', { content: `1 Tr [0 100000] 0 d .1 w ${words()}` }],
  ['whose white outlines cover it', { content: `2 Tr 1 G 8 w ${words()}` }],
  ['under a thick line', { content: `${words()} 1 G 40 w 50 705 m 570 705 l S` }],
  ['under the round end of a line', { content: `${words()} 1 G 1 J 900 w 300 700 m 300 700 l S` }],
  ['of a size that is small on its page', { content: words(3.5), scale: 10 }],
  ['of a size that is small on its page in its units', { content: words(0.5), page: '/UserUnit 10' }],
  [
    'in a size that its graphics state gives it',
    {
      content: `BT /F 11 Tf /G gs 60 700 Td (${SECRET}) Tj ET`,
      resources: ink('/Font [6 0 R 1]'),
      object: '5 0 obj null endobj 6 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj',
    },
  ],
  ['in yellow', { content: `1 1 0 rg ${words()}` }],
  ['in pale yellow', { content: `1 1 .6 rg ${words()}` }],
  ['in tiny letters', { content: words(3.1) }],
  ['small and pale', { content: `.867 g ${words(3.1)}` }],
  ['clipped to a strip', { content: `50 703.28 520 .04 re W n ${words()}` }],
  ['in a font whose letters are empty', inDrawings(() => '')],
  ['in a font whose letters are paths that nothing draws', inDrawings(() => '0 0 9 9 re n')],
  ['in a font whose letters enclose nothing', inDrawings(() => '0 0 0 0 re f')],
  ['in a font whose letters are on a layer', inDrawings((letter) => `/OC /L BDC ${outline(letter)} EMC`)],
  ...['\u200b', '\u00ad'].map((sign): [string, Page] => [
    `in letters of others, each with U+${sign.charCodeAt(0).toString(16)}`,
    lying(
      OTHER,
      Array.from(SECRET, (letter) => letter + sign),
    ),
  ]),
  ['in a font whose letters are drawings of others', inDrawings((letter) => outline(turned(letter)))],
  ['in a font whose letters are bitmaps of others', inDrawings((letter) => bitmap(turned(letter)))],
  [
    'in a font whose letters are large bitmaps of others',
    inDrawings((letter) => bitmap(turned(letter), 512)),
  ],
  [
    'in a font whose letters are drawn too small',
    inDrawings((letter) => `.01 0 0 .01 0 0 cm ${outline(letter)}`),
  ],
  ['in a font whose letters are set too small', inDrawings(outlined, '.00001 0 0 .00001', 60_000)],
  ['in a font whose letters are flat', inDrawings(outlined, '.001 0 0 .000001')],
  [
    'in a font whose letters are drawn elsewhere',
    inDrawings((letter) => `1 0 0 1 200000 0 cm ${outline(letter)}`),
  ],
  [
    'in a font of which one letter is drawn',
    inDrawings((letter) => (letter === 'q' ? outline(letter) : `.1 0 0 .1 0 0 cm ${outline(letter)}`)),
  ],
  ['in a font whose letters are drawings of a bar', inDrawings(() => '50 0 100 700 re f')],
  ['in a font whose letters are lines', inDrawings((letter) => outline(letter, 'S'))],
  [
    'in a font whose letters paint over themselves',
    inDrawings((letter) => `${outline(letter)} 1 g 0 0 600 700 re f`),
  ],
  ['in a column that runs off the page', { content: column(0), ...COLUMNS }],
  ['under squares of the page’s colour', { content: `${words()} 1 g ${bars}`, covers: 'n', ...SQUARES }],
  ['under squares of a colour', { content: `${words()} 1 0 0 rg ${bars}`, ...SQUARES }],
  [
    'under many letters of the page’s colour',
    {
      content: `${words()} 1 g ${Array.from(
        { length: 24 },
        (_, at) => `BT /F 11 Tf ${54 + (at % 6)} ${699 + Math.floor(at / 6)} Td (${'M'.repeat(40)}) Tj ET`,
      ).join(' ')}`,
      covers: 'M',
    },
  ],
  ['in a font whose letters look otherwise', lying(OTHER, Array.from(SECRET))],
  ['in a font with serifs whose letters look otherwise', lying(OTHER, Array.from(SECRET), 'Times-Italic')],
  ['in a font that is not there, by others of its letters', lying(OTHER, Array.from(SECRET), 'Garamond')],
  [
    'in a font for columns that is not there, by others of its letters',
    {
      ...COLUMNS,
      content: column(700, TURNED),
      object: `${COLUMNS.object.replace('/DescendantFonts', '/ToUnicode 7 0 R /DescendantFonts')} ${mapTo(TURNED, SECRET)}`,
    },
  ],
  ['in a font that draws one letter for several', lying('winter', SECRET.match(/.{1,8}/g) ?? [])],
  ['of which areas leave a strip', { content: `${words()} 1 g 50 703.32 520 9 re f 50 695 520 8.28 re f` }],
]

/** Words that stand for others whose letters have nearly their shapes. */
const [NEAR, DRAWN] = [
  'training theory vector robust recognition',
  'faithful larger yields kernel predictions',
]
const MORE = 'We show how quickly the jaded bridges of five towns crack and maximise'

test.each(['Helvetica', 'Times-Roman'])(
  'words are not said in %s by letters that are each nearly like them',
  async (face) => {
    const alone = await read(lying(DRAWN, Array.from(NEAR), face))
    expect(alone).toEqual({ abstract: HONEST, hidden: NEAR })
    // Nor among many more that are what they say: the same look says other letters there.
    const among = await read(lying(`${DRAWN} ${MORE}`, Array.from(`${NEAR} ${MORE}`), face))
    expect(among.abstract).not.toMatch(/training|theory|vector|robust|recognition/)
    expect(among).toEqual({ abstract: `${MORE} ${HONEST}`, hidden: NEAR })
  },
)

test('letters with marks are read where they are what is drawn, and not where others are', async () => {
  const honest = await read(lying(MARKED, Array.from(MARKED)))
  expect([honest.abstract, honest.hidden]).toEqual([`${MARKED} ${HONEST}`, ''])
  const said = 'áttéñüåtíón thérmál fátígüé fróm thíñ'
  const hiding = await read(lying(OTHER.slice(0, said.length), Array.from(said)))
  expect([hiding.abstract, hiding.hidden]).toEqual([HONEST, said])
})

test.each(unseen)('text %s is not read, and shown as hidden', async (_, page) => {
  const { abstract, hidden } = await read(page)
  const secret =
    page.covers === undefined ? hidden : hidden.replaceAll(new RegExp(` ?${page.covers}{9,}`, 'g'), '')
  expect({ abstract, secret }).toEqual({ abstract: HONEST, secret: SECRET })
})

const seen: [string, Page][] = [
  ['in a font whose letters are drawings', inDrawings(outlined)],
  [
    'in a font whose drawings have a unit of their own',
    inDrawings(
      outlined,
      '1 0 0 1',
      600,
      `${words(20, 'Bridges', 760)} ${words(11, 'Abstract', 730)} q .011 0 0 .011 60 700 cm ${words(1).replace('/F', '/T').replace('60 700', '0 0')} Q`,
    ),
  ],
  ['in a font whose letters are bitmaps', inDrawings((letter) => bitmap(letter))],
  ['in a font whose letters are large bitmaps', inDrawings((letter) => bitmap(letter, 512))],
  ['in a column on the page', { content: column(700), ...COLUMNS }],
  ...['Helvetica-Bold', 'Times-BoldItalic', 'Courier-Oblique'].map((face): [string, Page] => [
    `in ${face}, under codes of its own`,
    lying(SECRET, Array.from(SECRET), face),
  ]),
  ['in a font that is not there', lying(SECRET, Array.from(SECRET), 'Garamond')],
  ['above squares of a colour', { content: `1 .8 0 rg ${bars} 0 g ${words()}`, ...SQUARES }],
  ['in grey', { content: `.6 g ${words()}` }],
  ['in the green of links', { content: `0 1 0 rg ${words()}` }],
  ['in cyan', { content: `0 1 1 rg ${words()}` }],
  ['in small letters', { content: words(5) }],
  ['of outlines of the thinnest line', { content: `1 Tr 0 w ${words()}` }],
  ['of dashed outlines', { content: `1 Tr [2 1] 0 d .3 w ${words()}` }],
  ['that is struck through', { content: `${words()} .8 w 50 703 m 570 703 l S` }],
  ['in a frame', { content: `${words()} 1 G 2 w 50 690 500 30 re S` }],
  ['that is marked', { content: `${words()} /G gs 1 1 0 rg ${AREA}`, resources: ink('/BM /Multiply') }],
  ['beside the blunt end of a line', { content: `${words()} 1 G 90 w 10 700 m 50 700 l S` }],
  ['on a large page in large letters', { content: words(110).replace('60 700', '60 900'), scale: 10 }],
  ['on a page of large units', { content: words(), page: '/UserUnit 10' }],
  [
    'in a group that lets a little through',
    {
      content: '/G gs /X Do',
      resources: `${ink('/ca 0.8')} /XObject <</X 5 0 R>>`,
      object: form(words(), GROUP),
    },
  ],
  [
    'before a soft mask that lets through',
    {
      content: `/G gs ${words()}`,
      resources: ink('/SMask <</S /Luminosity /G 5 0 R>>'),
      object: form('1 g 0 0 612 792 re f', GROUP),
    },
  ],
]

test.each(seen)('text %s is read', async (_, page) => {
  const { abstract, hidden } = await read(page)
  expect({ isRead: abstract.includes(SECRET), hidden }).toEqual({ isRead: true, hidden: '' })
})
