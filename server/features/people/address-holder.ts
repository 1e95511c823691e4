import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether an address that an account had until a moment means nobody else since: no other account has confirmed it, and none gave
 * it up later. An account that never confirmed it shows nothing: anybody can register any address.
 */
export const isNobodyElses = ({
  address,
  id,
  until,
}: Record<'address' | 'id' | 'until', SQL>): SQL<boolean> =>
  sql<boolean>`(not exists (select from users u where lower(u.email) = lower(${address}) and u.id <> ${id}
      and u.email_verified_at is not null)
    and not exists (select from former_addresses g where lower(g.email) = lower(${address}) and g.user_id <> ${id}
      and g.until > ${until}))`
