import { type SQL, sql } from 'drizzle-orm'
import { emails, formerAddresses } from '#server/db/schema.ts'

/**
 * The condition of the mails to a person, at their address of now or at one they had before. A mail is whose who was the
 * first to give the address up after it was written; where nobody did, it is whose who has the address now.
 */
export function mailsOf({ id, email }: { id: string; email: string }): SQL {
  const to = sql`lower(${emails.toAddress})`
  const theirs = sql`select lower(${email}::text)
    union all select lower(${formerAddresses.email}) from ${formerAddresses} where ${formerAddresses.userId} = ${id}`
  const gaveItUp = sql`select f.user_id = ${id} from ${formerAddresses} f
    where lower(f.email) = ${to} and f.until >= ${emails.createdAt} order by f.until limit 1`
  // As an array, which is looked up once, by an index.
  return sql`(${to} = any(array(${theirs})) and coalesce((${gaveItUp}), ${to} = lower(${email}::text)))`
}
