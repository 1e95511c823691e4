import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isNobodyElses } from '#server/features/people/address-holder.ts'
import type { PersonRow } from '#server/features/people/find-person.ts'

/**
 * Whether an address is one that a person has confirmed, without regard to case: the present one, or an earlier one that means
 * nobody else since.
 */
export const isTheirs = (
  address: SQLWrapper,
  { id, email }: Pick<PersonRow, 'id' | 'email'>,
): SQL<boolean> => sql<boolean>`lower(${address}) = any(array(
  select lower(${email}::text) union all
  select lower(f.email) from former_addresses f where f.user_id = ${id}
    and ${isNobodyElses({ address: sql`f.email`, id: sql`f.user_id`, until: sql`f.until` })}))`
