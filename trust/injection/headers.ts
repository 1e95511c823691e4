import type { Bench } from '../trial.ts'

type Headers = Readonly<Record<string, unknown>>

/** RFC 6266 and RFC 8187, as strictly as it can be written. */
const DISPOSITION =
  /^(?:inline|attachment); filename="([ !#-[\]-~]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/
/** What a name on a disk must not hold: a folder, what ends or turns a line, what a terminal obeys. */
const ASTRAY = /[/\\\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** No header of a file holds a control character, and its name is one name, in both spellings. */
export function checkHeaders(headers: Headers, { tried }: Pick<Bench, 'tried'>): void {
  const spoiled = Object.entries(headers).find(([, value]) => /[^\x20-\x7e]/.test(String(value)))
  tried(spoiled && `the header ${JSON.stringify(spoiled)}`)
  const given = headers['content-disposition']
  if (typeof given !== 'string') return
  const [, plain = '/', encoded = '/'] = DISPOSITION.exec(given) ?? []
  const name = decodeURIComponent(encoded)
  tried(
    [plain, name].some((one) => ASTRAY.test(one)) ? `a file is called ${JSON.stringify(given)}` : undefined,
  )
}
