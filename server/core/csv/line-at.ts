const [LF, CR, SPACE, TAB] = [10, 13, 32, 9]

/**
 * On which line of a text, from 1, each row begins, as an editor counts: given the bytes at which the rows end, one after the
 * other. Lines without anything between two rows are passed over, and a row of several lines begins with its first. The
 * parser's own count takes a line break of two bytes within a cell for two.
 */
export function lineCounter(text: Uint8Array): (end: number) => number {
  let [at, line, next] = [0, 1, 0]
  return (end) => {
    const start = pastBlanks(text, next)
    for (; at < start; at += 1) {
      const isBreak = text[at] === LF || (text[at] === CR && text[at + 1] !== LF)
      if (isBreak) line += 1
    }
    next = end
    return line
  }
}

function pastBlanks(text: Uint8Array, from: number): number {
  let at = from
  while (text[at] === LF || text[at] === CR || text[at] === SPACE || text[at] === TAB) at += 1
  return at
}
