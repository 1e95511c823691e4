/** What stands in place of a deleted account's address: no mail can go there (RFC 2606 §2). */
const DOMAIN = '@deleted.invalid'

/** What a deleted account is called wherever its person was named. */
export const NOBODYS_NAME = 'Deleted account'

/** The address that a deleted account's rows hold. */
export function nobodyAt(userId: string): string {
  return userId + DOMAIN
}

/** Whether an address was taken away with its account: nothing that may name the person is noted with it any more. */
export function isNobody(address: string): boolean {
  return address.endsWith(DOMAIN)
}
