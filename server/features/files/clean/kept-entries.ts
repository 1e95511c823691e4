import {
  type PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  type PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'

export type Entry = [name: PDFName, value: PDFObject]

/** What a reader needs of these; all else is left out. Whoever adds a key asks who may have written its value. */
const catalogKeys = keys(
  'Type Version Pages PageLabels Names Dests Outlines PageMode PageLayout ViewerPreferences OCProperties Lang ' +
    'MarkInfo StructTreeRoot',
)
const pageKeys = keys(
  'Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Contents Rotate Group Annots Dur Trans ' +
    'StructParents Tabs UserUnit',
)
const outlineKeys = keys('Title Parent Prev Next First Last Count Dest A C F')
const structureKeys = keys('Type S P ID Pg K A C Lang Alt ActualText E NS')
const layerKeys = keys('Type Name Intent Usage')
const layerUseKeys = keys('Print View Export Zoom PageElement Language')
const annotationKeys = keys(
  'Type Subtype Rect P AP AS F Border BS BE C IC CA ca BM QuadPoints L LE CL InkList Vertices H A Dest StructParent ' +
    'OC RD LL LLE LLO Cap Q',
)
/** A text box without a drawing of its own is drawn from these. */
const textBoxKeys = keys('Contents DA DS')
const actionKeys: Readonly<Record<string, ReadonlySet<string>>> = {
  GoTo: keys('Type S D'),
  URI: keys('Type S URI'),
  Named: keys('Type S N'),
}

const shownAnnotations = keys(
  'Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Ink Watermark Widget',
)
/** Notes, attachments, sounds and films: shown beside the page or not at all, and signed by their authors. */
const droppedAnnotations = keys(
  'Text Popup FileAttachment Sound Movie Screen RichMedia 3D Caret Redact Projection PrinterMark TrapNet',
)
/** What a program may be asked to do beside showing a place. */
const droppedActions = keys(
  'GoToR GoToE GoTo3DView Launch Thread Sound Movie Hide SubmitForm ResetForm ImportData JavaScript SetOCGState ' +
    'Rendition Trans RichMediaExecute',
)
/** Things that tell of the file, its makers or another file, and draw nothing. */
const droppedTypes = keys('Metadata EmbeddedFile Filespec F Sig DocTimeStamp SigRef Thread Bead')
const droppedKeys = keys('PieceInfo LastModified AF OPI Measure PtData')
/** Who, with what and when; dropped where they are texts, for elsewhere they are only names of things. */
const droppedTexts = keys(
  'Author Creator Producer CreationDate ModDate Company Manager Copyright Keywords Subject SourceModified',
)
/** A word processor's description of a picture that is where it lay on the author's disk. */
const isPath = /^(?:[a-z]:[\\/]|file:|\\\\|~?\/)|\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|eps|pdf)$/i
/** Addresses that name a person or a disk. */
const isPersonal = /^(?:mailto|file|tel):/i

/**
 * What a cleaned copy holds of one of a PDF's objects: its entries, without what tells who made the file. Null where
 * nothing of it is kept.
 */
export function keptEntries(dict: PDFDict): Entry[] | null {
  const type = nameIn(dict, 'Type')
  const subtype = nameIn(dict, 'Subtype')
  const action = nameIn(dict, 'S')
  if (droppedTypes.has(type) || dict.has(PDFName.of('EF')) || nameIn(dict, 'O') === 'UserProperties')
    return null
  if (type === 'Catalog') return ofCatalog(dict)
  if (type === 'Page') return only(dict, pageKeys)
  if (type === 'OCG') return only(dict, layerKeys).map(withoutLayersAuthor)
  if (dict.has(PDFName.of('Rect')) && (shownAnnotations.has(subtype) || droppedAnnotations.has(subtype)))
    return ofAnnotation(dict, subtype)
  if (droppedActions.has(action)) return null
  const actionHas = actionKeys[action]
  if (actionHas !== undefined) return isPersonal.test(textIn(dict, 'URI')) ? null : only(dict, actionHas)
  if (type === 'StructElem' || (action !== '' && dict.has(PDFName.of('P')) && dict.has(PDFName.of('K'))))
    return only(dict, structureKeys).filter(
      ([name, value]) => !(nameOf(name) === 'Alt' && isPath.test(textOf(value))),
    )
  if (dict.has(PDFName.of('Title')) && dict.has(PDFName.of('Parent'))) return only(dict, outlineKeys)
  return entriesOf(dict).filter(([name, value]) => !isTelling(nameOf(name), value, dict))
}

/** Of the catalogue's names only those of places. */
function ofCatalog(dict: PDFDict): Entry[] {
  return only(dict, catalogKeys).map(([name, value]) => {
    const names = resolved(dict, value)
    return nameOf(name) === 'Names' && names instanceof PDFDict
      ? [name, PDFDict.fromMapWithContext(new Map(only(names, keys('Dests'))), dict.context)]
      : [name, value]
  })
}

/** A layer's use without who made it and for whom. */
function withoutLayersAuthor([name, value]: Entry): Entry {
  return nameOf(name) === 'Usage' && value instanceof PDFDict
    ? [name, PDFDict.fromMapWithContext(new Map(only(value, layerUseKeys)), value.context)]
    : [name, value]
}

/**
 * What is drawn of an annotation, without who wrote it when and what they said. A form's field becomes the stamp of
 * what it shows; a signature is nobody's.
 */
function ofAnnotation(dict: PDFDict, subtype: string): Entry[] | null {
  if (droppedAnnotations.has(subtype)) return null
  const isDrawn = dict.has(PDFName.of('AP'))
  if (subtype === 'Widget') {
    if (!isDrawn || fieldType(dict) === 'Sig') return null
    return only(dict, annotationKeys).map(([name, value]) =>
      nameOf(name) === 'Subtype' ? [name, PDFName.of('Stamp')] : [name, value],
    )
  }
  const text = subtype === 'FreeText' && !isDrawn ? only(dict, textBoxKeys) : []
  return [...only(dict, annotationKeys), ...text]
}

/** A field's kind may stand with one of those that it belongs to. */
function fieldType(dict: PDFDict): string {
  let at: PDFObject | undefined = dict
  for (let depth = 0; at instanceof PDFDict && depth < 20; depth += 1) {
    const found = nameIn(at, 'FT')
    if (found !== '') return found
    at = at.lookup(PDFName.of('Parent'))
  }
  return ''
}

function isTelling(name: string, value: PDFObject, dict: PDFDict): boolean {
  if (name.startsWith('PTEX.') || droppedKeys.has(name)) return true
  const found = resolved(dict, value)
  if (droppedTexts.has(name)) return found instanceof PDFString || found instanceof PDFHexString
  // A picture may be called so by a page that draws it.
  if (name === 'Metadata')
    return found instanceof PDFStream && !/^(Image|Form)$/.test(nameIn(found.dict, 'Subtype'))
  // A form that stands for a page of another file.
  return name === 'Ref' && nameIn(dict, 'Subtype') === 'Form'
}

/** The entries of a stream: as of any object, and its bytes are in the file. */
export function keptOfStream(stream: PDFRawStream): Entry[] | null {
  const elsewhere = keys('F FFilter FDecodeParms DL')
  return keptEntries(stream.dict)?.filter(([name]) => !elsewhere.has(nameOf(name))) ?? null
}

/** The annotations of a list that are kept. */
export function keptAnnotations(context: PDFContext, list: PDFArray): PDFObject[] {
  return list.asArray().filter((one) => {
    const found = one instanceof PDFRef ? context.lookup(one) : one
    return found instanceof PDFDict && keptEntries(found) !== null
  })
}

/** A name without its slash, as it is meant. */
export const nameOf = (name: PDFName): string => name.decodeText()

function only(dict: PDFDict, kept: ReadonlySet<string>): Entry[] {
  return entriesOf(dict).filter(([name]) => kept.has(nameOf(name)))
}

function entriesOf(dict: PDFDict): Entry[] {
  return dict.entries().filter(([, value]) => value !== PDFNull)
}

function resolved(dict: PDFDict, value: PDFObject): PDFObject | undefined {
  return value instanceof PDFRef ? dict.context.lookup(value) : value
}

function nameIn(dict: PDFDict, key: string): string {
  const found = dict.lookup(PDFName.of(key))
  return found instanceof PDFName ? nameOf(found) : ''
}

function textIn(dict: PDFDict, key: string): string {
  return textOf(dict.lookup(PDFName.of(key)))
}

function textOf(value: PDFObject | undefined): string {
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : ''
}

function keys(names: string): ReadonlySet<string> {
  return new Set(names.split(' '))
}
