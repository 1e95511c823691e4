/** How a CSV can be written; what a file does not tell is guessed. */

/** Names as of the WHATWG's Encoding Standard. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
] as const
export type Encoding = (typeof encodings)[number]

export const separators = [';', ',', '\t', '|'] as const
export type Separator = (typeof separators)[number]
