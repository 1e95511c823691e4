/** The text's first `most` UTF-16 units at most, without half of a character at the end. */
export function cutTo(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}
