import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/db/db.ts'
import { keptWrongly } from './kept-wrongly.ts'
import { rules } from './rules.ts'

/** Of the rows that break a rule, so many are named. */
const NAMED = 5

/** All rules as one statement: what each finds, by its place. */
const all = Object.values(rules)
  .map((query, at) => `select ${at} as rule, broken.id::text as id from (${query}) broken`)
  .join('\nunion all ')

/** Which rules a database breaks, and what it keeps along wrongly, in words; nothing when all holds. */
export async function brokenRules(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ rule: number; id: string }>(db, sql.raw(all))
  const broken = Object.keys(rules).flatMap((rule, at) => {
    const ids = rows.filter((row) => row.rule === at).map(({ id }) => id)
    if (ids.length === 0) return []
    const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ''
    return [`not so: ${rule} (${ids.slice(0, NAMED).join(', ')}${more})`]
  })
  return [...broken, ...(await keptAlong(db))]
}

/** What a database keeps along wrongly, in words. */
export async function keptAlong(db: Db): Promise<string[]> {
  return (await keptWrongly(db)).map((wrong) => `kept wrongly: ${JSON.stringify(wrong)}`)
}
