import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readArchives, readSubmissions } from '#server/affinity/expertise-format.ts'
import { affinityFinder, learnModel } from '#server/affinity/model.ts'

/**
 * `npm run affinity -- --submissions submissions.json --archives DIR --out scores.json`: the affinity of every
 * reviewer to every submission, read and written in OpenReview's expertise format.
 */
const USAGE = 'Usage: npm run affinity -- --submissions submissions.json --archives DIR --out scores.json'
const DIGITS = 1e6

try {
  const { submissions, archives, out } = readOptions()
  const texts = await readSubmissions(submissions)
  const model = learnModel(texts, await readArchives(archives))
  const affinities = affinityFinder(model)
  const scores = new Map([...model.reviewers.keys()].map((id) => [id, new Map<string, number>()]))
  for (const paperId of model.submissions.keys()) {
    const found = affinities(paperId)
    let place = 0
    for (const row of scores.values()) {
      row.set(paperId, Math.round((found[place] ?? 0) * DIGITS) / DIGITS)
      place += 1
    }
  }
  const written = Object.fromEntries([...scores].map(([id, row]) => [id, Object.fromEntries(row)]))
  await writeFile(out, `${JSON.stringify(written)}\n`)
  process.stdout.write(`${scores.size} reviewers and ${texts.length} submissions: ${out}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

function readOptions() {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ options: { submissions: option, archives: option, out: option } })
  const { submissions, archives, out } = values
  if (!submissions || !archives || !out) throw new Error(USAGE)
  return { submissions, archives, out }
}
