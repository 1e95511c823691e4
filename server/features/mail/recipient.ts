import { users } from '#server/db/schema.ts'

/** Whom a mail goes to. */
export interface Recipient {
  address: string
  name: string
}

/** How somebody names themselves: the profile's first and last name, where both are there, and the user name. */
export interface Called {
  firstName: string
  lastName: string
  name: string
}

/** The columns that {@link calledBy} reads. */
export const calledColumns = { name: users.name, firstName: users.firstName, lastName: users.lastName }

/** What somebody is called in mails and notifications: by the profile's name, before there is one by the user name. */
export function calledBy({ firstName, lastName, name }: Called): string {
  return firstName === '' || lastName === '' ? name : `${firstName} ${lastName}`
}

/** Somebody as a mail's recipient. */
export function recipientOf(person: Called & { email: string }): Recipient {
  return { address: person.email, name: calledBy(person) }
}
