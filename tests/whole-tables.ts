import { mayGetName } from '#server/db/often-said.ts'
import { fillDesk } from './large-desk.ts'
import { fillRest } from './large-rest.ts'
import { plansOf, pretendMore, type Statement } from './plans.ts'
import { openTestPortal } from './test-portal.ts'

/** A statement, and the call that it was sent for. */
export interface Said extends Statement {
  by: string
}

/** Small for good, whatever the conference: a row, a few, or one for each thing that organisers wrote by hand. */
const small = [
  'settings',
  'stage_transitions',
  'email_templates',
  'mailings',
  'mailbox_places',
  'chores',
  // Summed up every two hundred.
  'tallies',
  // What is being removed at this moment.
  'blob_removals',
  // The last twenty.
  'proposals',
]
/** A queue's table: what waits, and what ended within the hour. */
const queue = /^j[0-9a-f]{50,}$/

/** What is read whole on purpose: where it says so itself, and why. */
const deliberate: readonly { of: RegExp; why: string }[] = [
  {
    of: /: select count\(\*\)(::int)?( as count)? from (?!.* where )/s,
    why: 'counts all there are',
  },
  {
    of: /admin\/(reviewers|payments): select count\(\*\)::int from /,
    why: 'counts what a filter leaves that compares a row with others',
  },
  {
    of: /admin\/(payments|statistics): select .*"payments"\."fee_amount" end is not null/s,
    why: 'a filter that holds what each paper received against its fee',
  },
  {
    of: /admin\/papers: select "assignments"."submission_id", .* "submissions"."stage" in \(\$1, \$2\)\)/s,
    why: 'looks for conflicts among all that is under review',
  },
  { of: /admin\/assignments\/bids: select count\(\*\) filter/, why: 'counts all there are' },
  { of: /^GET \/api\/admin\/statistics: /, why: 'the whole conference in numbers' },
  { of: /^chores: /, why: 'once a day, over everything' },
  {
    of: /(read-list: select "paper_id", "id"|import\/preview: select "submissions"\."id", .* "users"\."name").* from "submissions"/,
    why: 'gives every paper that a list may name, and whose it is',
  },
  { of: /bids: delete from "bids"/, why: 'a list takes the place of all that was there' },
]

/**
 * What would be read whole by one plan for any value. PostgreSQL reckons that the plan for the value that is sent costs
 * less, and makes one each time.
 */
const plannedEachTime: readonly { of: RegExp; why: string }[] = [
  {
    of: /auth\/invitation: select .* from "invitations" where "invitations"\."link_hash" = \$1/s,
    why: 'the filler’s invitations have one hash for all',
  },
  {
    of: /admin\/invitations: select count.* not "invitations"\."expires_at" <= \$1/s,
    why: 'counts what a filter leaves that compares an invitation with its mail',
  },
]

/**
 * Which of the statements read a table that grows with the conference from beginning to end, as the database would go
 * about them on a large one, with the values that were sent and, where it may keep one plan, with any; and which of the
 * exceptions nothing made use of.
 */
export async function wholeTables(
  statements: readonly Said[],
): Promise<{ whole: string[]; unused: string[] }> {
  const t = await openTestPortal({ breaksRules: true })
  try {
    await fillDesk(t.database.db, 400)
    await fillRest(t.database.db)
    await pretendMore(t.database.db, 250)
    const [whole, used] = [[] as string[], new Set<string>()]
    const look = async (said: Said, exceptions: typeof deliberate, forAny: boolean) => {
      for (const { statement, wholeTables: tables } of await plansOf(t.database.db, [said], small, forAny)) {
        const large = tables.filter((table) => !queue.test(table))
        if (large.length === 0) continue
        const told = `${said.by}: ${statement}`
        const exception = exceptions.find(({ of }) => of.test(told))
        if (exception === undefined) whole.push(`${large.join(', ')} for ${told}${forAny ? ', any' : ''}`)
        else used.add(exception.why)
      }
    }
    const all = [...deliberate, ...plannedEachTime]
    for (const said of statements) {
      await look(said, deliberate, false)
      if (mayGetName(said.statement)) await look(said, all, true)
    }
    return { whole, unused: all.map(({ why }) => why).filter((why) => !used.has(why)) }
  } finally {
    await t.close()
  }
}
