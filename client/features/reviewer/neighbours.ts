/** The papers beside one in a list; for one that is not in it, as after its review, the first comes next. */
export function neighboursOf<Paper extends { paperId: string }>(papers: readonly Paper[], paperId: string) {
  const at = papers.findIndex((one) => one.paperId === paperId)
  return { next: papers[at + 1], previous: at > 0 ? papers[at - 1] : undefined }
}
