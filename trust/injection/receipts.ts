import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { readPdfPages } from '#tests/read-pdf-pages.ts'
import { saidIn } from '#tests/said-in.ts'
import type { Bench } from '../trial.ts'
import { type Arrived, Known } from './scene.ts'

type Receipt = Arrived['receipts'][number]

/** Receipts as PDFs: what a harmless one is made of, and what another may not be made of beside. */
export class Receipts {
  private readonly parts = new Known()

  async learn(receipts: readonly Receipt[], { tried }: Bench): Promise<void> {
    for (const { pdf } of receipts) this.parts.learn(await partsOf(pdf))
    // As soon as there are several pages.
    this.parts.learn(['Limits'])
    tried(this.parts.size < 20 ? 'the harmless receipt did not come' : undefined)
  }

  async check({ pdf, payer, conference }: Receipt, { tried }: Bench): Promise<void> {
    const strange = this.parts.strange(await partsOf(pdf))
    tried(strange && `a receipt for ${JSON.stringify(payer)} holds ${strange}`)
    const acts = await actsOf(pdf)
    tried(acts.length > 0 ? `a receipt for ${JSON.stringify(payer)} has ${acts.join(', ')}` : undefined)
    const { lines } = await readPdfPages(pdf)
    const read = plain(lines.join(''))
    const missing = [payer, conference].find((text) => !read.includes(plain(text)))
    tried(missing === undefined ? undefined : `a receipt does not say ${JSON.stringify(missing)}`)
  }
}

/** What is left of a text wherever its lines are broken and whatever its signs look like; those no font has stand there by their numbers. */
const plain = (text: string) => text.replaceAll(/\[U\+[0-9A-F]+\]|[^a-z0-9]/gi, '')

/** Every name in its dictionaries, those of fonts apart, which differ by script; and the elements of its XMP. */
async function partsOf(pdf: Buffer): Promise<string[]> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false })
  const objects = context.enumerateIndirectObjects().map(([, object]) => object)
  const metadata = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(saidIn(pdf))?.[0] ?? ''
  const elements = [...metadata.matchAll(/<[^>]*>/g)].map(([element]) => element)
  return [...objects.flatMap(namesIn), ...elements]
}

function namesIn(object: PDFObject): string[] {
  if (object instanceof PDFName) return [object.decodeText().replaceAll(/\d+/g, '#')]
  if (object instanceof PDFArray) return object.asArray().flatMap(namesIn)
  if (object instanceof PDFStream) return namesIn(object.dict)
  if (!(object instanceof PDFDict) || /^\/Font/.test(String(object.get(PDFName.of('Type'))))) return []
  return object.entries().flatMap(([key, value]) => [...namesIn(key), ...namesIn(value)])
}

/** What it would do by itself or when it is clicked, as a reader finds it. */
async function actsOf(pdf: Buffer): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS })
  const document = await task.promise
  const found = {
    script: await document.getJSActions(),
    'an action on opening': await document.getOpenAction(),
    attachments: await document.getAttachments(),
    fields: await document.getFieldObjects(),
  }
  const acts = Object.entries(found).flatMap(([what, value]) => (value == null ? [] : [what]))
  for (let at = 1; at <= document.numPages; at += 1) {
    const page = await document.getPage(at)
    if ((await page.getAnnotations()).length > 0) acts.push('annotations')
    if ((await page.getJSActions()) != null) acts.push('script on a page')
  }
  await task.destroy()
  return acts
}
