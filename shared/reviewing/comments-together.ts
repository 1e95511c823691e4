/** The comments of a round's reviews as the author reads them: numbered when there are several, never named. */
export function commentsTogether(comments: readonly (string | null)[]): string | null {
  const said = comments.filter((one) => one !== null && one !== '')
  if (said.length <= 1) return said[0] ?? null
  return said.map((one, index) => `Review ${index + 1}: ${one}`).join('\n\n')
}
