import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readArchives, readSubmissions } from '#server/affinity/expertise-format.ts'

/** A collection of people's papers and of what they say they know (Stelmakh et al., arXiv 2303.16750). */
export async function readCollection(folder: string) {
  const submissions = await readSubmissions(join(folder, 'submissions.json'))
  const archives = await readArchives(join(folder, 'archives'))
  const table = await readFile(join(folder, 'evaluations.tsv'), 'utf8')
  const people = table.trim().split(/\r?\n/).slice(1).map(personOf)
  return { submissions, archives, people }
}

export type Collection = Awaited<ReturnType<typeof readCollection>>

/** Who rated, and their ratings: `ParticipantID Paper1 … Paper10 Expertise1 … Expertise10`; empty cells are no rating. */
function personOf(line: string): { id: string; ratings: { paperId: string; expertise: number }[] } {
  const [id = '', ...cells] = line.split('\t')
  const half = cells.length / 2
  const ratings = cells.slice(0, half).flatMap((paperId, place) => {
    const given = cells[half + place]?.trim()
    return paperId === '' || !given ? [] : [{ paperId, expertise: Number(given) }]
  })
  if (ratings.some(({ expertise }) => !Number.isFinite(expertise)))
    throw new Error(`${id}: a rating is no number.`)
  return { id, ratings }
}
