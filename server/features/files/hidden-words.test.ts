import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfOf } from '#tests/pdf-of.ts'
import { readText } from './read-text.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-hidden-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const SECRET = 'quantum entanglement photonics lasers qubits'
const HONEST = 'We measure cracks in bridges.'

/** A page as it is drawn. */
interface Page {
  content: string
  resources?: string
  fonts?: string
  /** The objects from number 5 on. */
  objects?: readonly string[]
  page?: string
  catalog?: string
}

/** What is read of a page that has a line that is seen below what is drawn. */
async function read({ content, resources = '', fonts = '', objects = [], page = '', catalog = '' }: Page) {
  const all = `q ${content} Q BT /F 11 Tf 60 640 Td (${HONEST}) Tj ET`
  const file = pdfOf([
    `1 0 obj <</Type /Catalog /Pages 2 0 R ${catalog}>> endobj`,
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    `3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R ${page} /Resources <<
      /Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> ${fonts}>> ${resources}>>>> endobj`,
    stream(4, '', all),
    ...objects,
  ])
  const path = join(folder, 'page.pdf')
  await writeFile(path, file, 'latin1')
  return readText(path)
}
const stream = (number: number, entries: string, content: string) =>
  `${number} 0 obj <<${entries} /Length ${content.length}>> stream\n${content}\nendstream endobj`

const words = (how = '', text = SECRET) => `BT ${how} /F 11 Tf 60 700 Td (${text}) Tj ET`
const letters = (each: (letter: string, at: number) => string) => Array.from(SECRET, each).join(' ')
const form = (content: string, rest = '') =>
  stream(
    5,
    `/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${rest}
     /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>> /Properties <</L 6 0 R>>>>`,
    content,
  )
/** A font T that says otherwise than it draws. */
const saying = (map: string) => ({
  fonts: '/T <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R>>',
  objects: [stream(5, '', `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${map} endcmap`)],
})
const circled = (letter: string) => String.fromCodePoint(letter.charCodeAt(0) - 0x61 + 0x24d0)
const hexOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
/** A font of squares, each as broad as it moves on. */
const squares = (drawing: string) => [
  `5 0 obj <</Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [.001 0 0 .001 0 0] /CharProcs <</n 6 0 R>>
   /FirstChar 110 /LastChar 110 /Widths [1000] /Encoding <</Type /Encoding /Differences [110 /n]>> /Resources <<>>>> endobj`,
  stream(6, '', drawing),
]
const covers = `BT /T 14 Tf 55 697 Td (${'n'.repeat(30)}) Tj ET`
/** A gradient from one grey to another, left to right. */
const gradient = (from: number, to: number, rest = '/Extend [true true]') =>
  `5 0 obj <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 612 0] ${rest}
   /Function <</FunctionType 2 /Domain [0 1] /C0 [${from}] /C1 [${to}] /N 1>>>> endobj`
const shadingPattern = '6 0 obj <</Type /Pattern /PatternType 2 /Shading 5 0 R>> endobj'
const patterned = `/Pattern cs /P scn ${words()}`
const tile = (content: string) =>
  stream(
    5,
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 40 40] /XStep 40 /YStep 40 /Resources <<>>',
    content,
  )
/** Specks where a look at a few places would find ink: one a letter. */
const dust = Array.from({ length: 120 }, (_, at) => `${60 + 2 * at} ${701 + (at % 5)} .5 .5 re`).join(' ')
const annotation = (subtype: string, appearance: string, rest = '') => ({
  page: '/Annots [5 0 R]',
  objects: [
    `5 0 obj <</Type /Annot /Subtype /${subtype} /Rect [50 690 500 715] /F 4 ${rest} /AP <</N 6 0 R>>>> endobj`,
    stream(6, '/Type /XObject /Subtype /Form /BBox [0 0 450 25] /Resources <<>>', appearance),
  ],
})
const off = {
  objects: [form(''), '6 0 obj <</Type /OCG /Name (Off)>> endobj'],
  resources: '/Properties <</L 6 0 R>>',
  catalog: '/OCProperties <</OCGs [6 0 R] /D <</OFF [6 0 R]>>>>',
}
const on = { ...off, catalog: '/OCProperties <</OCGs [6 0 R] /D <</ON [6 0 R]>>>>' }
const OPEN = '1 g 0 0 9 9 re f 0 g'

const attacks: [string, Page][] = [
  [
    'under white drawings of a font',
    {
      content: `${words()} 1 g ${covers}`,
      fonts: '/T 5 0 R',
      objects: squares('1000 0 0 0 1000 1000 d1 0 0 1000 1000 re f'),
    },
  ],
  [
    'under broad white outlines of letters',
    { content: `${words()} 1 G 9 w ${words('1 Tr', 'M'.repeat(26))}` },
  ],
  ['clipped away by letters', { content: `BT /F 11 Tf 7 Tr 60 500 Td (No more) Tj ET ${words('0 Tr')}` }],
  [
    'in a gradient that is white where it stands',
    { content: patterned, resources: '/Pattern <</P 6 0 R>>', objects: [gradient(1, 1), shadingPattern] },
  ],
  [
    'outside the bounds of a gradient',
    {
      content: patterned,
      resources: '/Pattern <</P 6 0 R>>',
      objects: [gradient(0, 0, '/BBox [0 0 612 100]'), shadingPattern],
    },
  ],
  [
    'in a gradient that ends before',
    {
      content: patterned,
      resources: '/Pattern <</P 6 0 R>>',
      objects: [
        gradient(0, 0).replace('[0 0 612 0]', '[0 0 40 0]').replace('/Extend [true true]', ''),
        shadingPattern,
      ],
    },
  ],
  [
    'under a gradient that fills the page',
    {
      content: `${words()} q 50 690 500 25 re W n /S sh Q`,
      resources: '/Shading <</S 5 0 R>>',
      objects: [gradient(1, 1)],
    },
  ],
  [
    'in tiles that are white where it stands',
    {
      content: patterned,
      resources: '/Pattern <</P 5 0 R>>',
      objects: [tile('0 g 0 0 40 15 re f 1 g 0 15 40 25 re f')],
    },
  ],
  [
    'hung in circled letters onto a word that is seen',
    {
      content: `BT /F 11 Tf 60 700 Td (steel) Tj 3 Tr /T .02 Tf (${SECRET}) Tj ET`,
      ...saying('1 beginbfrange <61> <7a> <24d0> endbfrange'),
    },
  ],
  [
    'said by one full stop',
    {
      content: `${words('', 'Bridges')} BT /T 11 Tf 100 700 Td (.) Tj ET`,
      ...saying(`1 beginbfchar <2e> <${hexOf(SECRET.replace(/[a-z]/g, circled))}> endbfchar`),
    },
  ],
  ['in letters sheared flat', { content: `BT /F 11 Tf 1 0 1 .01 60 700 Tm (${SECRET}) Tj ET` }],
  ['of which specks are left', { content: `q ${dust} W n ${words()} Q` }],
  [
    'under a note on the page',
    { content: words(), ...annotation('FreeText', '1 g 0 0 450 25 re f', '/DA (/F 1 Tf)') },
  ],
  ['under a square on the page', { content: words(), ...annotation('Square', '1 g 0 0 450 25 re f') }],
  ['under a stamp on the page', { content: words(), ...annotation('Stamp', '.2 g 0 0 450 25 re f') }],
  [
    'of letters piled up one by one',
    { content: `BT /F 11 Tf 60 700 Td ${letters((one) => `(${one}) Tj 0 0 Td`)} ET` },
  ],
  ['of letters smeared over each other', { content: words('-5.6 Tc') }],
  ['of letters smeared to half their breadth', { content: words('-3.2 Tc') }],
  ['on a layer that is off', { content: `/OC /L BDC ${words()} EMC`, ...off }],
  [
    'on a layer that is off, in a form',
    {
      ...off,
      content: '/OC /L BDC /X Do EMC',
      resources: '/XObject <</X 5 0 R>> /Properties <</L 6 0 R>>',
      objects: [form(words()), off.objects[1] ?? ''],
    },
  ],
  [
    'on a layer that is off, after a lone end in a form',
    {
      ...off,
      content: `/OC /L BDC /X Do ${words()} EMC`,
      resources: '/XObject <</X 5 0 R>> /Properties <</L 6 0 R>>',
      objects: [form(`EMC /OC /L BDC ${OPEN}`), off.objects[1] ?? ''],
    },
  ],
  [
    'without ink, upon other words',
    { content: `${words('', 'strengthened reinforcements deteriorates')} ${words('3 Tr')}` },
  ],
  [
    'of letters picked from a line that is seen',
    {
      content: `BT /F 11 Tf 60 700 Td (relationships) Tj ET 3 Tr BT /F 11 Tf ${pick('laser', 'relationships')} ET`,
    },
  ],
]
/** Places letters without ink upon the same ones of a line of Courier. */
function pick(word: string, line: string): string {
  const widths = [3.66, 6.12, 2.44, 6.12, 3.06, 2.44, 6.12, 6.12, 5.5, 6.12, 2.44, 6.12, 5.5]
  let before = 0
  return Array.from(word, (letter) => {
    const at = line.indexOf(letter)
    const x = 60 + widths.slice(0, at).reduce((sum, one) => sum + one, 0)
    const move = `${(x - before).toFixed(2)} ${before === 0 ? 700 : 0} Td (${letter}) Tj`
    before = x
    return move
  }).join(' ')
}

test.each(attacks)('words %s are not read', async (_, page) => {
  const { title, abstract, page: said, hidden } = await read(page)
  for (const word of [...SECRET.split(' '), 'laser'])
    expect(`${title} ${abstract} ${said}`.split(/\s+/)).not.toContain(word)
  expect(said).toContain(HONEST)
  if (JSON.stringify(page).includes(SECRET)) expect(hidden).toContain('photonics')
})

const honest: [string, Page][] = [
  [
    'upon drawings of a font',
    {
      content: `.6 g ${covers} 0 g ${words()}`,
      fonts: '/T 5 0 R',
      objects: squares('1000 0 0 0 1000 1000 d1 0 0 1000 1000 re f'),
    },
  ],
  ['with broad outlines of their own', { content: `.6 w ${words('2 Tr')}` }],
  [
    'painted through a clip of letters',
    { content: `BT 7 Tr /F 11 Tf 60 700 Td (${SECRET}) Tj ET .2 g 0 600 612 200 re f` },
  ],
  [
    'in a gradient that shows them',
    { content: patterned, resources: '/Pattern <</P 6 0 R>>', objects: [gradient(0, 0.6), shadingPattern] },
  ],
  [
    'upon a gradient',
    {
      content: `q 50 690 500 25 re W n /S sh Q ${words()}`,
      resources: '/Shading <</S 5 0 R>>',
      objects: [gradient(1, 0.6)],
    },
  ],
  [
    'in dark tiles',
    { content: patterned, resources: '/Pattern <</P 5 0 R>>', objects: [tile('0 0 40 40 re f')] },
  ],
  ['sheared a little, as italics are', { content: `BT /F 11 Tf 1 0 .3 1 60 700 Tm (${SECRET}) Tj ET` }],
  ['cut a little', { content: `q 50 701 500 30 re W n ${words()} Q` }],
  ['under a marker on the page', { content: words(), ...annotation('Highlight', '') }],
  ['in a frame on the page', { content: words(), ...annotation('Square', '1 w .5 .5 449 24 re S') }],
  ['of letters set one by one', { content: `BT /F 11 Tf 60 700 Td ${letters((one) => `(${one}) Tj`)} ET` }],
  ['of letters set close', { content: words('-.4 Tc') }],
  ['on a layer that is on', { content: `/OC /L BDC ${words()} EMC`, ...on }],
  [
    'in a form with a lone end',
    {
      ...off,
      content: '/X Do',
      resources: '/XObject <</X 5 0 R>> /Properties <</L 6 0 R>>',
      objects: [form(`EMC ${words()}`), off.objects[1] ?? ''],
    },
  ],
  ['that are drawn twice', { content: `${words()} ${words().replace('60 700', '60.3 700')}` }],
  ['that have a shadow', { content: `.7 g ${words().replace('60 700', '60.6 699.4')} 0 g ${words()}` }],
  ['that a machine wrote beneath once more', { content: `${words('3 Tr')} ${words('0 Tr')}` }],
  ['in grey', { content: `.55 g ${words()}` }],
  ['in blue', { content: `.1 .2 .9 rg ${words()}` }],
  ['white on dark', { content: `.1 g 50 690 500 25 re f 1 g ${words()}` }],
  ['in footnotes', { content: words().replace('/F 11', '/F 5') }],
  ['in outlines', { content: `.4 w ${words('1 Tr')}` }],
  [
    'on a page that is turned',
    { content: `BT /F 11 Tf 0 1 -1 0 300 60 Tm (${SECRET}) Tj ET`, page: '/Rotate 90' },
  ],
]
test.each(honest)('words %s are read, once', async (_, page) => {
  const { page: said, hidden } = await read(page)
  expect({ times: said.split(SECRET).length - 1, hidden }).toEqual({ times: 1, hidden: '' })
})

test.each(['', '-900 '])(
  'a title that is letterspaced is read as one, its words %jset apart',
  async (apart) => {
    const title = 'Fatigue of welded joints in bridges'
    const spaced = (step: number) =>
      title
        .split(' ')
        .map((word) => Array.from(word, (letter) => `(${letter}) ${-step} `).join(''))
        .join(apart === '' ? `( ) ${-step} ` : apart)
    for (const step of [250, 300]) {
      const content = `BT /F 18 Tf 60 740 Td [${spaced(step)}] TJ ET BT /F 12 Tf 60 715 Td (Abstract) Tj ET ${words('', 'Bridges are old.')}`
      expect(await read({ content })).toMatchObject({ title, hidden: '' })
    }
  },
)
