/** An id as people type it, in either case, with spaces for dashes, as it is written. */
export const tidied = (typed: string) =>
  typed
    .trim()
    .toUpperCase()
    .replace(/[\s\u2010-\u2015]+/g, '-')
