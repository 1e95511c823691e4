import { access, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import {
  ARCHIVE_FORMAT,
  readArchives,
  readSubmissions,
  SUBMISSIONS_FORMAT,
} from '#server/affinity/expertise-format.ts'
import { affinityFinder, learnModel } from '#server/affinity/model.ts'

/**
 * `npm run affinity -- --submissions submissions.json --archives DIR --out scores.json`: the affinity of every
 * reviewer to every submission, read and written in OpenReview's expertise format. Ends with 0, with 1 when a file cannot
 * be read or written, and with 2 when it was called wrongly.
 */
const USAGE = 'Usage: npm run affinity -- --submissions submissions.json --archives DIR --out scores.json'
const HELP = `${USAGE}

The affinity of every reviewer to every submission, in OpenReview's expertise format.

  --submissions FILE  ${SUBMISSIONS_FORMAT}
  --archives DIR      a file ~ID.jsonl or ~ID.json a reviewer: ${ARCHIVE_FORMAT}
  --out FILE          is written: {reviewerId: {paperId: affinity}}
  --help              this text

A text may also stand in {"value": …}; other fields are left alone. docs/assigning.md says more.
`
const DIGITS = 1e6

interface Options {
  submissions: string
  archives: string
  out: string
}

const asked = readOptions()
if ('help' in asked) process.stdout.write(HELP)
else if ('problem' in asked) fail(`${asked.problem}\n${USAGE}`, 2)
else await score(asked).catch((error: unknown) => fail(sentenceOf(error), 1))

async function score({ submissions, archives, out }: Options): Promise<void> {
  await assertCanWrite(out)
  await assertNoInput(out, submissions, archives)
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
  await writeFile(out, `${JSON.stringify(written)}\n`).catch(() => {
    throw cannotWrite(out)
  })
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`
  process.stdout.write(`${count(scores.size, 'reviewer')} and ${count(texts.length, 'submission')}: ${out}\n`)
}

/** Before minutes are spent on what then has no place. */
async function assertCanWrite(out: string): Promise<void> {
  await access(dirname(out)).catch(() => {
    throw cannotWrite(out)
  })
  const there = await stat(out).catch(() => null)
  if (there !== null && !there.isFile()) throw cannotWrite(out)
}

/** What is read must not be written over, by whatever path it is named. */
async function assertNoInput(out: string, submissions: string, archives: string): Promise<void> {
  const real = await realpath(out).catch(() => null)
  if (real === null) return
  const [read, folder] = await Promise.all(
    [submissions, archives].map((path) => realpath(path).catch(() => null)),
  )
  const isArchive = dirname(real) === folder && /\.jsonl?$/.test(real)
  if (real === read || isArchive)
    throw new Error(`${out} is one of the files that are read: expected another to write.`)
}

function cannotWrite(out: string): Error {
  return new Error(`${out} cannot be written: expected a file in a folder that is there.`)
}

/** What was asked for, or in a sentence why it is not understood. */
function readOptions(): Options | { help: true } | { problem: string } {
  const option = { type: 'string' } as const
  const known = { submissions: option, archives: option, out: option }
  try {
    const { values } = parseArgs({ options: { ...known, help: { type: 'boolean', short: 'h' } } })
    if (values.help === true) return { help: true }
    const { submissions, archives, out } = values
    if (submissions && archives && out) return { submissions, archives, out }
    const missing = (['submissions', 'archives', 'out'] as const).filter((name) => !values[name])
    return { problem: `Lacking: ${missing.map((name) => `--${name}`).join(', ')}.` }
  } catch (error) {
    return { problem: sentenceOf(error) }
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function fail(words: string, code: 1 | 2): void {
  process.stderr.write(`${words}\n`)
  process.exitCode = code
}
