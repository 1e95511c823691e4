import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import PDFKit from 'pdfkit'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { readPdfPages, type TagNode } from '#tests/read-pdf-pages.ts'
import { saidIn } from '#tests/said-in.ts'
import { linesOf } from './break-lines.ts'
import { base, fontAt, lettersOf, otherScripts } from './font-files.ts'
import { legible, stretchesOf } from './letters.ts'
import { type ReceiptFacts, receiptPdf } from './receipt-pdf.ts'
import { setLine } from './set-line.ts'
import { shapingFont } from './shape.ts'

const facts: ReceiptFacts = {
  number: 'R26-0012',
  issuedAt: new Date('2026-03-02T10:00:00Z'),
  issuedOn: '2 March 2026',
  voidedOn: null,
  conference: 'Engineering Conference 2026',
  organiser: { name: 'Verein für Brücken', address: 'Bahnhofstraße 1\n8001 Zürich', taxNumber: 'CHE-1' },
  payer: { name: 'Ada Author', address: 'North Institute', taxNumber: 'DE 7' },
  paperId: 'P26-0007-I',
  title: 'Bridges of the North',
  amount: '250.00',
  currency: 'EUR',
  reference: 'Statement, 2026-03-01',
}

/** A sign on the page: its number in the font, and what it stands for. */
interface Shown {
  originalCharCode: number
  unicode: string
}

/** The signs of the page; each line from left to right, as the eye meets them. */
async function shownIn(bytes: Buffer): Promise<Shown[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS })
  const page = await (await task.promise).getPage(1)
  const { fnArray, argsArray } = await page.getOperatorList()
  const signs: Shown[] = []
  for (const [at, fn] of fnArray.entries()) {
    if (fn !== OPS.showText) continue
    const [shown]: [(Shown | number)[]] = argsArray[at]
    signs.push(...shown.flatMap((one) => (typeof one === 'number' ? [] : [one])))
  }
  await task.destroy()
  return signs
}

/** How often the page shows a font's glyph 0, which stands for what it has not: the box. */
async function boxesIn(bytes: Buffer): Promise<{ boxes: number; glyphs: number }> {
  const signs = await shownIn(bytes)
  const boxes = signs.filter(({ originalCharCode }) => originalCharCode === 0)
  return { boxes: boxes.length, glyphs: signs.length }
}

const rolesIn = ({ role = '', children = [] }: TagNode): string[] => [
  ...(role === '' ? [] : [role]),
  ...children.flatMap(rolesIn),
]

test('a receipt says everything, has a title and a language, and is tagged', async () => {
  const { info, lines, trees, marked } = await readPdfPages(await receiptPdf(facts))
  expect([info['Title'], info['Language'], info['Author'], marked?.Marked]).toEqual([
    'Receipt R26-0012',
    'en',
    'Verein für Brücken',
    true,
  ])
  expect(lines).toEqual([
    'Receipt R26-0012',
    'Engineering Conference 2026',
    ...['Receipt number', 'R26-0012', 'Date', '2 March 2026'],
    ...['Issued by', 'Verein für Brücken', 'Bahnhofstraße 1', '8001 Zürich', 'Tax number: CHE-1'],
    ...['Received from', 'Ada Author', 'North Institute', 'Tax number: DE 7'],
    ...['For', 'Registration fee, Engineering Conference 2026'],
    ...['Paper ID', 'P26-0007-I', 'Title', 'Bridges of the North'],
    ...['Reference', 'Statement, 2026-03-01', 'Amount received', '250.00 EUR'],
  ])
  const [tree] = trees
  const item = ['LI', 'Lbl', 'LBody']
  expect(rolesIn(tree ?? {}).filter((role) => role !== 'Span')).toEqual([
    ...['Root', 'Document', 'H1', 'P', 'L'],
    ...Array.from({ length: 9 }, () => item).flat(),
  ])
})

test('the same facts give the same bytes; void ones say so in words and in the title', async () => {
  const live = await receiptPdf(facts)
  expect((await receiptPdf({ ...facts })).equals(live)).toBe(true)
  const gone = await readPdfPages(await receiptPdf({ ...facts, voidedOn: '3 March 2026' }))
  expect(gone.info['Title']).toBe('Receipt R26-0012 (VOID)')
  expect(gone.lines.filter((line) => line.includes('VOID'))).toEqual([
    'VOID',
    'VOID since 3 March 2026. This receipt is not valid.',
  ])
})

test('without a payer it says why; without an amount, that the fee was paid in full', async () => {
  const { lines } = await readPdfPages(await receiptPdf({ ...facts, payer: null, amount: null }))
  expect(lines).toContain('Not kept: the account was deleted')
  expect(lines).toContain('The registration fee in full')
})

test('long texts go on to another page and none is lost', async () => {
  const address = Array.from({ length: 60 }, (_, at) => `Line ${at + 1}`).join('\n')
  const { lines, pages } = await readPdfPages(
    await receiptPdf({ ...facts, organiser: { ...facts.organiser, address } }),
  )
  expect(pages).toBe(2)
  expect(lines.filter((line) => line.startsWith('Line ')).join('\n')).toBe(address)
})

/** The page's operators: the longest stream that can be unpacked and begins by turning the page over. */
function operatorsOf(bytes: Buffer): string[] {
  const streams = bytes.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)
  for (const [, packed = ''] of streams) {
    const at = Buffer.from(packed, 'latin1')
    if ((at[0] ?? 0) % 16 !== 8) continue
    const text = inflateSync(at).toString('latin1')
    if (text.startsWith('1 0 0 -1 0 841.89 cm')) return text.split('\n')
  }
  throw new Error('no page was found')
}

/** For each text that stands for signs: how often the page is turned over where it begins, where signs are set, where it ends. */
function turnsOfActualTexts(bytes: Buffer): number[][] {
  const saved: number[] = []
  const found: number[][] = []
  let turns = 0
  let open: number[] | undefined
  for (const operator of operatorsOf(bytes)) {
    if (operator === 'q') saved.push(turns)
    else if (operator === 'Q') turns = saved.pop() ?? 0
    else if (operator === '1 0 0 -1 0 841.89 cm') turns += 1
    else if (operator.includes('/ActualText')) open = [turns % 2]
    else if (operator === 'BT') open?.push(turns % 2)
    else if (operator === 'EMC' && open !== undefined) {
      found.push([...open, turns % 2])
      open = undefined
    }
  }
  return found
}

test('a text that stands for signs has its place where they are set, also for readers that look at its end', async () => {
  const payer = { name: 'हिन्दी', address: 'ที่อยู่\nأحمد\nМосты, 橋', taxNumber: '' }
  const bytes = await receiptPdf({ ...facts, payer })
  // Signs of a letter each need no such text, and signs from right to left would be turned round by it.
  expect(turnsOfActualTexts(bytes)).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
  // The structure says all three; the text's bytes there are UTF-16 with a mark.
  const said = [...bytes.toString('latin1').matchAll(/\/S \/Span[\s\S]{0,200}?\/ActualText \(/g)]
  expect(said.length).toBe(3)
})

/** One of each script that receipts are said to cover. */
const covered = {
  Latin: 'Straße, Łódź, Việt Nam, ŞĞİ, Ħ',
  Greek: 'Γέφυρες και σήραγγες ᾳ',
  Cyrillic: 'Мосты і тунелі Ѓ ҥ',
  Devanagari: 'क्षत्रिय हिन्दी भाषा',
  Hebrew: 'גשרים ומנהרות',
  Arabic: 'جسور وأنفاق پل گ',
  'Chinese, simplified': '桥梁与隧道',
  'Chinese, traditional': '橋樑與隧道臺灣',
  Japanese: '橋とトンネル、東京大学',
  Korean: '다리와 터널 연구',
  Armenian: 'Երևանի համալսարան',
  Bengali: 'বিশ্ববিদ্যালয় রাষ্ট্র',
  Ethiopic: 'አዲስ አበባ ዩኒቨርሲቲ',
  Georgian: 'თბილისის უნივერსიტეტი',
  Gujarati: 'વિશ્વવિદ્યાલય રાષ્ટ્ર',
  Gurmukhi: 'ਪੰਜਾਬ ਯੂਨੀਵਰਸਿਟੀ ਸ੍ਰੀ',
  Kannada: 'ವಿಶ್ವವಿದ್ಯಾಲಯ ಕ್ಷೇತ್ರ',
  Khmer: 'សាកលវិទ្យាល័យ ភ្នំពេញ',
  Lao: 'ມະຫາວິທະຍາໄລ ນ້ຳ',
  Malayalam: 'സർവ്വകലാശാല ക്ഷേത്രം',
  Myanmar: 'တက္ကသိုလ် အင်္ဂလိပ်',
  Oriya: 'ବିଶ୍ୱବିଦ୍ୟାଳୟ ରାଷ୍ଟ୍ର',
  Sinhala: 'විශ්වවිද්‍යාලය ශ්‍රී ලංකා',
  Tamil: 'பல்கலைக்கழகம் ஸ்ரீ',
  Telugu: 'విశ్వవిద్యాలయం శ్రీ',
  Thaana: 'ދިވެހިރާއްޖެ މާލެ',
  Thai: 'มหาวิทยาลัย ที่อยู่ น้ำ ญี่ปุ่น',
}

test.each(Object.entries(covered))('%s is set without a box', async (_, text) => {
  expect(await legible(text)).toBe(text)
  const plain = await boxesIn(await receiptPdf({ ...facts, title: '' }))
  const { boxes, glyphs } = await boxesIn(await receiptPdf({ ...facts, title: text }))
  expect([boxes, glyphs > plain.glyphs + 5]).toEqual([0, true])
})

test('a box would be seen by that test', async () => {
  const document = new PDFKit()
  const [latin] = (await base()).filter(({ name }) => name.endsWith('-latin'))
  if (latin === undefined) throw new Error('the base font has no Latin')
  document
    .registerFont('latin', await fontAt(latin, 400))
    .font('latin')
    .text('A漢B')
  document.end()
  expect((await boxesIn(await buffer(document))).boxes).toBe(1)
})

test('what no font has stands by its number, never as a box', async () => {
  expect(await legible('A😀 བོད')).toBe('A[U+1F600] [U+0F56][U+0F7C][U+0F51]')
  const { lines } = await readPdfPages(await receiptPdf({ ...facts, title: 'Joy 😀' }))
  expect(lines).toContain('Joy [U+1F600]')
})

test('a letter with more marks than a line has room for keeps them all', async () => {
  const marks = Array.from({ length: 40 }, (_, at) => String.fromCodePoint(0x0363 + (at % 8)))
  const { lines } = await readPdfPages(await receiptPdf({ ...facts, title: `Z${marks.join('')}a` }))
  expect(lines.join('')).toContain(
    `Z${marks.map((one) => `[U+0${one.charCodeAt(0).toString(16).toUpperCase()}]`).join('')}a`,
  )
})

test('of any text, each stretch is in a font that has its letters', async () => {
  const anything = fc.string({ unit: 'grapheme', maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      for (const { text: part, font } of await stretchesOf(text)) {
        const letters = await lettersOf(font)
        const missing = Array.from(part).filter(
          (one) => !/\p{Default_Ignorable_Code_Point}/u.test(one) && !letters.has(one.codePointAt(0) ?? 0),
        )
        expect(missing).toEqual([])
      }
    }),
    { numRuns: 60, seed: 7 },
  )
})

test('right-to-left text stands in its order: brackets turned, numbers kept, the name as a whole', async () => {
  const texts = async (line: string, direction: 'ltr' | 'rtl') =>
    (await setLine(line, direction)).map(({ text }) => text)
  // The library turns Arabic and Hebrew words round by itself; they are handed over as they are written.
  expect(await texts('محمد (2026)', 'rtl')).toEqual(['(', '2026', ') ', 'محمد'])
  expect(await texts('Paid by שלום', 'ltr')).toEqual(['Paid by ', 'שלום'])
})

test.each([
  ['Arabic digits among Arabic', 'فاتورة ١٢٣ رقم', '١٢٣'],
  ['Persian digits among Arabic', 'فاکتور ۴۵۶ شماره', '۴۵۶'],
  ['Arabic digits among Latin', 'Invoice ١٢٣ of', '١٢٣'],
  ['Persian digits among Latin', 'Invoice ۴۵۶ of', '۴۵۶'],
  ['Arabic digits with their marks', 'المبلغ ١٬٢٣٤٫٥٠', '١٬٢٣٤٫٥٠'],
  ['Arabic digits alone', '١٢٣', '١٢٣'],
  ['Hebrew with digits', 'חשבונית 123', '123'],
])('%s are read from left to right', async (_, title, number) => {
  const seen = await shownIn(await receiptPdf({ ...facts, title }))
  expect(seen.map(({ unicode }) => unicode).join('')).toContain(number)
})

/** Letters that share a body, letters joined into one sign, vowels and other marks, joiners. */
const writtenFromTheRight = {
  Arabic: ['سامي شاكر', 'ثابتة تحت بئر', 'خرج حجج', 'فوق صف ضخم', 'طب ظل', 'عين غرب', 'لا إله الله'],
  'Arabic with vowels': ['مُحَمَّدٌ بَيْتُ الحِكْمَةِ', 'لَا لِلّٰهِ'],
  Persian: ['پژوهش‌های چندرشته‌ای', 'گروه می‌خواهم کتابخانه'],
  Urdu: ['ٹیکنالوجی ڈھانچے اور پلوں کی تعمیر', 'ہوئے آؤ ۓ ۂ'],
  Hebrew: ['שלום בראשית', 'גשרים ומנהרות'],
  'Hebrew with vowels': ['בְּרֵאשִׁית שָׁלוֹם', 'שׂרה לֹּ'],
  Thaana: ['ދިވެހިރާއްޖެ މާލެ', 'ޤާނޫނު'],
}

test.each(Object.entries(writtenFromTheRight))('%s stands there letter by letter', async (_, texts) => {
  const [name = '', ...address] = texts
  const bytes = await receiptPdf({ ...facts, payer: { name, address: address.join('\n'), taxNumber: '' } })
  const seen = (await shownIn(bytes)).map(({ unicode }) => unicode).join('')
  const written = Array.from(seen).reverse().join('')
  expect(texts.filter((text) => !written.includes(text))).toEqual([])
})

test.each([
  ['Arabic', 'سامي شاكر'],
  ['Urdu', 'ٹیکنالوجی ڈھانچے اور پلوں کی تعمیر'],
  ['Hebrew', 'גשרים ומנהרות'],
])('%s is read as one line, its words in their order', async (_, name) => {
  const { lines } = await readPdfPages(
    await receiptPdf({ ...facts, payer: { name, address: '', taxNumber: '' } }),
  )
  expect(lines).toContain(name)
})

test('a mark that no letter follows has a mark of direction behind it, as it has none itself', async () => {
  const texts = async (line: string) => (await setLine(line, 'rtl')).map(({ text }) => text)
  expect(await texts('މާލެ')).toEqual(['މާލެ\u200f'])
  expect(await texts('މާލެ މާލެ')).toEqual(['މާލެ މާލެ\u200f'])
  expect(await texts('މާލެ (2026)')).toEqual(['(', '2026', ') ', 'މާލެ\u200f'])
  expect(await texts('بَيْتُ، بَيْتُ')).toEqual(['بَيْتُ\u200f، بَيْتُ\u200f'])
  expect(await texts('مال، مال')).toEqual(['مال، مال'])
})

test('marks of direction in what people typed are not obeyed; Arabic and Hebrew stand right', async () => {
  const marks = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e']
  const isolates = ['\u2066', '\u2067', '\u2068', '\u2069']
  for (const mark of [...marks, ...isolates]) {
    const typed = (text: string) => `${mark}${text.slice(0, 2)}${mark}${text.slice(2)}`
    const marked: ReceiptFacts = {
      ...facts,
      organiser: { ...facts.organiser, name: typed('Verein für Brücken') },
      payer: { name: typed('Ada Author'), address: typed('North Institute'), taxNumber: typed('DE 7') },
      title: typed('Bridges of the North'),
    }
    expect((await receiptPdf(marked)).equals(await receiptPdf(facts))).toBe(true)
  }
  const arabic = { ...facts, title: 'شركة Siemens (2026) פ' }
  expect(
    (await receiptPdf({ ...arabic, title: `\u202d${arabic.title}` })).equals(await receiptPdf(arabic)),
  ).toBe(true)
})

test('what it says of itself can be read whatever the organiser is called', async () => {
  const organiser = { ...facts.organiser, name: 'Müller & Söhne <]]> "Brücken"' }
  const pdf = await receiptPdf({ ...facts, organiser })
  const xmp = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(saidIn(pdf))?.[0] ?? ''
  const texts: string[] = []
  const parser = new SaxesParser()
  parser.on('text', (text) => texts.push(text.trim()))
  // Throws where it is not well-formed.
  parser.write(Buffer.from(xmp, 'latin1').toString('utf8')).close()
  expect(texts).toContain(organiser.name)
  expect((await readPdfPages(pdf)).info['Author']).toBe(organiser.name)
})

test('lines break between words and between Chinese signs; a word that is too long breaks within', async () => {
  const atMost = (length: number) => async (line: string) => line.length <= length
  expect(await linesOf('Bridges of the North', atMost(10))).toEqual(['Bridges of', 'the North'])
  expect(await linesOf('橋とトンネル、東京', atMost(4))).toEqual(['橋とトン', 'ネル、東', '京'])
  expect(await linesOf('Donaudampfschiff', atMost(6))).toEqual(['Donaud', 'ampfsc', 'hiff'])
  expect(await linesOf('มหาวิทยาลัยเชียงใหม่', atMost(12))).toEqual(['มหาวิทยาลัย', 'เชียงใหม่'])
  expect(await linesOf('Ne\u0301e\u0301', atMost(3))).toEqual(['Ne\u0301', 'e\u0301'])
  expect(await linesOf('e\u0301\u0301\u0301a', atMost(3))).toEqual(['e\u0301\u0301', '\u0301a'])
  expect(await linesOf('', atMost(4))).toEqual([''])
})

/** Where the letters of a word stand on the page, in 1000ths of the font's size: the sign and its place. */
async function shapedIn(script: string, word: string) {
  const file = (await otherScripts(word)).find(({ name }) => name.endsWith(`-${script}`))
  if (file === undefined) throw new Error(`no font of ${script}`)
  const { glyphs, positions } = shapingFont(await fontAt(file, 400)).layout(word)
  return glyphs.map(({ codePoints }, at) => [String.fromCodePoint(...codePoints), positions[at]?.xAdvance])
}

test('signs are ordered and joined as their scripts are read', async () => {
  // The vowel sign is written after its consonant and drawn before it.
  const [first] = await shapedIn('bengali', 'কি')
  expect(first?.[0]).toBe('কি')
  expect((await shapedIn('myanmar', 'မြ')).length).toBe(2)
  // Three signs are one: a consonant under another takes no room of its own.
  const room = async (script: string, word: string) =>
    (await shapedIn(script, word)).reduce((sum, [, advance]) => sum + Number(advance), 0)
  expect(await room('myanmar', 'က္က')).toBe(await room('myanmar', 'က'))
  expect(await room('thai', 'ปั้')).toBe(await room('thai', 'ป'))
  expect((await shapedIn('kannada', 'ಕ್ಷೇ')).length).toBe(2)
})
