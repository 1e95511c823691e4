const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word of what was typed stands in a text, in any order and case, accents aside. */
export function matches(text: string, typed: string): boolean {
  const given = plain(text)
  return plain(typed)
    .split(/\s+/)
    .every((word) => given.includes(word))
}
