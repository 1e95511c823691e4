import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, rowsOf } from '#server/db/db.ts'

/** A statement as it was sent, with the values of `$1`, `$2`, … */
export interface Statement {
  statement: string
  params: unknown[]
}

/** How the database would go about a statement. */
interface Plan {
  statement: string
  /** Tables read from beginning to end. */
  wholeTables: string[]
  /** Tables of which every row is compared with a pattern. */
  comparesEveryRow: string[]
  /** Rows are put in order instead of being read in order; a few ties that an index leaves do not count. */
  sortsRows: boolean
}

const node = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Parent Relationship': z.string().optional(),
  Filter: z.string().optional(),
  get Plans() {
    return z.array(node).optional()
  },
})
type Node = z.output<typeof node>
const answer = z.tuple([z.object({ Plan: node })])

/**
 * Makes the database believe that every table holds so many times more rows than it does, so that it plans as it would
 * for a large conference: a few thousand rows it would often rather read whole, index or not.
 */
export async function pretendMore(db: Db, times: number): Promise<void> {
  await db.execute(sql`update pg_class set reltuples = reltuples * ${times}
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and reltuples > 0`)
}

/**
 * Asks the database for its plans of the statements that read, those that change what they find among them; does none of
 * them. Of the tables that are named small nothing is said. Its plans are for the values that were sent, or for any: those that
 * PostgreSQL may keep for a statement that has a name.
 */
export async function plansOf(
  db: Db,
  statements: readonly Statement[],
  small: readonly string[] = ['settings', 'sessions', 'tallies'],
  forAny = false,
): Promise<Plan[]> {
  const reading = statements.filter(({ statement }) =>
    /^\s*(select|with|update|delete|insert)\s/.test(statement),
  )
  const plans: Plan[] = []
  for (const said of reading) {
    const { statement, params } = said
    const top = answer.parse(await (forAny ? explainForAny : explain)(db, said))[0].Plan
    const nodes = within(top)
    const tablesOf = (some: readonly Node[]) =>
      some.flatMap((each) => each['Relation Name'] ?? []).filter((table) => !small.includes(table))
    plans.push({
      statement: `${statement} ${JSON.stringify(params)}`,
      wholeTables: tablesOf(nodes.filter((each) => each['Node Type'] === 'Seq Scan')),
      comparesEveryRow: tablesOf(nodes.filter(({ Filter }) => Filter?.includes('~~') === true)),
      sortsRows: alongside(top).some((each) => each['Node Type'] === 'Sort'),
    })
  }
  return plans
}

/** The plan for the values that were sent. */
async function explain(db: Db, { statement, params }: Statement): Promise<unknown> {
  const chunks = statement
    .split(/\$(\d+)/)
    .map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${sql.param(params[Number(part) - 1])}`))
  const [row] = await rowsOf<Explained>(db, sql`explain (format json) ${sql.join(chunks)}`)
  return row?.['QUERY PLAN']
}

/** The one plan for whatever is sent: values play no part in it. */
function explainForAny(db: Db, { statement, params }: Statement): Promise<unknown> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`)
    await tx.execute(sql.raw(`prepare kept as ${statement}`))
    const values = params.length === 0 ? '' : `(${params.map(() => 'null').join(', ')})`
    const [row] = await rowsOf<Explained>(tx, sql.raw(`explain (format json) execute kept${values}`))
    await tx.execute(sql`deallocate kept`)
    return row?.['QUERY PLAN']
  })
}

interface Explained extends Record<string, unknown> {
  'QUERY PLAN': unknown
}

function within(top: Node): Node[] {
  return [top, ...(top.Plans ?? []).flatMap(within)]
}

/** What puts a list's own rows in order; a subplan may sort the few of one row. */
function alongside(top: Node): Node[] {
  const own = (top.Plans ?? []).filter((each) => each['Parent Relationship'] !== 'SubPlan')
  return [top, ...own.flatMap(alongside)]
}
