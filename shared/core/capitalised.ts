/** Words that begin a line or stand alone in a cell; a pill on a screen has its capital by its style. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
