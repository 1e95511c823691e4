import pg from 'pg'
import type { applyAssignments, undoBatch } from '#shared/assigning/contract.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { startPortal } from '#tests/portal-process.ts'
import { call, logIn } from '../call.ts'
import { openEavesdropper } from '../eavesdropper.ts'
import { quantile } from '../measure.ts'
import { benchDatabase } from '../portals.ts'
import { fillForMatching } from './fill.ts'

const SECRET = 'the bench’s own secret, of no use elsewhere'
const SIZE = { papers: 5000, reviewers: 2000 }
const SEATS = 3
const AT_ONCE = 1000
const EVERY_MS = 20

/**
 * Three reviewers for each of 5,000 papers, applied as one batch over HTTP and taken back as one, on PostgreSQL; beside
 * the same rows inserted by hand into a bare copy of the table with its indexes. Gives the lines of a table; undefined
 * where no PostgreSQL answers.
 */
export async function applyAndUndo(): Promise<string[] | undefined> {
  const database = await benchDatabase()
  if (database === undefined) return undefined
  const portal = await startPortal({ DATABASE_URL: database.url, JWT_SECRET: SECRET })
  const ear = await openEavesdropper(database.url, SECRET)
  try {
    await fillForMatching(ear.db, SIZE)
    const pairs = await pairsOf(database.url)
    const token = await logIn(portal, portal.admin.email, portal.admin.password)
    const path = '/api/admin/assignments'
    const applied = await whileAsked(portal, token, () =>
      call<AnswerOf<typeof applyAssignments>>(portal, 'POST', `${path}/apply`, token, {
        pairs,
        source: 'automatic',
      }),
    )
    const { batchId, rows } = applied.answer
    const good = rows.filter(({ problem }) => problem === null).length
    const bare = await bareInsert(database.url)
    const undone = await whileAsked(portal, token, () =>
      call<AnswerOf<typeof undoBatch>>(portal, 'POST', `${path}/batches/${batchId}/undo`, token),
    )
    if (undone.answer.undone !== good) throw new Error(`${undone.answer.undone} of ${good} were taken back`)
    return [
      `| applied | ${good} of ${pairs.length} | ${cells(applied)} | ${bare.toFixed(2)} | ${(applied.seconds / bare).toFixed(1)} |`,
      `| taken back | ${good} | ${cells(undone)} | – | – |`,
    ]
  } finally {
    await ear.close()
    await portal.close()
    await database.drop()
  }
}

/** Reviewers by turns; those with a conflict are found and left out by the portal. */
async function pairsOf(url: string): Promise<{ paperId: string; reviewerId: string }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const papers = await client.query<{ id: string }>('select paper_id as id from submissions order by id')
    const people = await client.query<{ id: string }>(
      "select id from users where role = 'reviewer' order by id",
    )
    return papers.rows.flatMap(({ id: paperId }, n) =>
      Array.from({ length: SEATS }, (_, seat) => ({
        paperId,
        reviewerId: people.rows[(n * SEATS + seat) % people.rows.length]?.id ?? '',
      })),
    )
  } finally {
    await client.end()
  }
}

interface Timed<Answer> {
  answer: Answer
  seconds: number
  /** Milliseconds of another call, asked for over and over meanwhile. */
  others: number[]
}

async function whileAsked<Answer>(
  portal: Parameters<typeof call>[0],
  token: string,
  work: () => Promise<Answer>,
): Promise<Timed<Answer>> {
  const others: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now()
      await call(portal, 'GET', '/api/me', token)
      others.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  })()
  const began = performance.now()
  try {
    const answer = await work()
    return { answer, seconds: (performance.now() - began) / 1000, others }
  } finally {
    isOver = true
    await asking
  }
}

const cells = ({ seconds, others }: Timed<unknown>) =>
  `**${seconds.toFixed(1)}** | ${Math.round(quantile(others, 0.95))} | ${Math.round(Math.max(...others))}`

/** Seconds to insert the rows of the batch into a copy of the table with its indexes, without a trigger or a reference. */
async function bareInsert(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows, fields } = await client.query<Record<string, unknown>>('select * from assignments')
    await client.query('create table bare_assignments (like assignments including all)')
    const names = fields.map(({ name }) => name)
    const began = performance.now()
    await client.query('begin')
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE)
      const places = some.map(
        (_, row) => `(${names.map((_name, at) => `$${row * names.length + at + 1}`).join(', ')})`,
      )
      await client.query(
        `insert into bare_assignments (${names.join(', ')}) values ${places.join(', ')}`,
        some.flatMap((row) => names.map((name) => row[name])),
      )
    }
    await client.query('commit')
    return (performance.now() - began) / 1000
  } finally {
    await client.end()
  }
}
