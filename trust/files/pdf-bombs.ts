import { deflateSync } from 'node:zlib'
import type { HostileFile } from './hostile-file.ts'
import { onePage, pdfOf, streamOf } from './pdf-by-hand.ts'

const MB = 1024 * 1024
const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * MB))
const nested = (text: string, count: number) => text.repeat(count)

/** A reader may give up in the middle, or read on to the end. */
const EITHER = ['kept', 'broken_pdf'] as const

/** Files that unpack, point or nest without end. */
export function pdfBombs(): HostileFile[] {
  const twice = deflateSync(zeros(400))
  return [
    {
      name: 'content of 300 MB',
      must: EITHER,
      bytes: onePage({ content: streamOf(zeros(300), '/Filter/FlateDecode') }),
    },
    {
      name: 'content packed twice',
      must: EITHER,
      bytes: onePage({ content: streamOf(twice, '/Filter[/FlateDecode/FlateDecode]') }),
    },
    {
      name: 'objects in a stream of 300 MB',
      must: EITHER,
      bytes: onePage({ more: [streamOf(zeros(300), '/Type/ObjStm/N 9999999/First 9/Filter/FlateDecode')] }),
    },
    {
      name: 'a table of places of 300 MB',
      must: EITHER,
      bytes: onePage({
        more: [streamOf(zeros(300), '/Type/XRef/W[1 9 9]/Size 99999999/Filter/FlateDecode')],
      }),
    },
    {
      name: 'a picture of 60,000 by 60,000',
      must: EITHER,
      bytes: onePage({
        page: '/Thumb 6 0 R',
        more: [
          streamOf(
            zeros(1),
            '/Type/XObject/Subtype/Image/Width 60000/Height 60000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode',
          ),
        ],
      }),
    },
    { name: 'lists within lists', must: EITHER, bytes: onePage({ catalogue: `/X ${nested('[', 100_000)}` }) },
    {
      name: 'dictionaries within dictionaries',
      must: EITHER,
      bytes: onePage({ catalogue: `/X ${nested('<</X ', 50_000)}` }),
    },
    {
      name: 'whole lists within lists',
      must: EITHER,
      bytes: onePage({ catalogue: `/X ${nested('[', 20_000)}${nested(']', 20_000)}` }),
    },
    {
      name: 'operators without end',
      must: EITHER,
      bytes: onePage({ content: streamOf(Buffer.from(nested('q ', 2 * MB))) }),
    },
    {
      name: 'paths without end',
      must: EITHER,
      bytes: onePage({ content: streamOf(Buffer.from(nested('0 0 m 9 9 l S ', MB / 4))) }),
    },
    {
      name: 'a form that draws itself',
      must: EITHER,
      bytes: onePage({
        page: '/Resources<</XObject<</X 6 0 R>>>>',
        content: streamOf(Buffer.from('/X Do')),
        more: [
          streamOf(
            Buffer.from('/X Do '.repeat(50)),
            '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>',
          ),
        ],
      }),
    },
    {
      name: 'ten thousand names for one page',
      must: EITHER,
      bytes: pdfOf([
        '<</Type/Catalog/Pages 2 0 R>>',
        `<</Type/Pages/Kids[${nested('3 0 R ', 10_000)}]/Count 10000>>`,
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      ]),
    },
    {
      name: 'pages that are their own parents',
      must: 'broken_pdf',
      bytes: pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1/Parent 2 0 R>>']),
    },
    {
      name: 'pages in a ring',
      must: 'broken_pdf',
      bytes: pdfOf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Pages/Kids[2 0 R]/Count 1>>',
      ]),
    },
    {
      name: 'a length that points to itself',
      bytes: pdfOf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[]/Count 0>>',
        '<</Length 3 0 R>>\nstream\nx\nendstream',
      ]),
      must: 'broken_pdf',
    },
    { name: 'a table of places before itself', must: EITHER, bytes: onePage({ trailer: '/Prev 9' }) },
    {
      name: 'numbers beyond every measure',
      must: EITHER,
      bytes: onePage({ page: `/MediaBox[0 0 1e308 ${nested('9', 400)}]/Rotate 99999999999999999999` }),
    },
    {
      name: 'a font with a script for a matrix',
      must: 'kept',
      bytes: onePage({ more: ['<</Type/Font/Subtype/Type1/FontMatrix[1 2 3 4 5 (0\\); alert\\(1\\)//)]>>'] }),
    },
    {
      name: 'a form in XML that reads files',
      must: 'kept',
      bytes: onePage({
        catalogue: '/AcroForm<</XFA 6 0 R/Fields[]>>',
        more: [
          streamOf(
            Buffer.from(
              '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
            ),
          ),
        ],
      }),
    },
    {
      name: 'a description in XML without end',
      must: 'kept',
      bytes: onePage({
        catalogue: '/Metadata 6 0 R',
        more: [
          streamOf(
            Buffer.from(
              `<!DOCTYPE x [${Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${nested(`&e${at};`, 9)}">`).join('')}]><x>&e9;</x>`,
            ),
            '/Type/Metadata/Subtype/XML',
          ),
        ],
      }),
    },
    {
      name: 'a title that is a page of HTML',
      must: 'kept',
      bytes: onePage({
        more: ['<</Title(<img src=x onerror=alert\\(1\\)>)/Author(\\r\\nBcc: all@conference.example)>>'],
        trailer: '/Info 6 0 R',
      }),
    },
    {
      name: 'the file that scanners are tried with',
      must: 'kept',
      bytes: onePage({
        catalogue: '/Names<</EmbeddedFiles<</Names[(eicar.com)<</F(eicar.com)/EF<</F 6 0 R>>>>]>>>>',
        more: [
          streamOf(Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*')),
        ],
      }),
    },
  ]
}
