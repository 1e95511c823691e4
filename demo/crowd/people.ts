import type { users } from '#server/db/schema.ts'
import type { Chance } from './chance.ts'
import { newId } from './new-id.ts'
import { firstNames, institutes, lastNames, subjects, towns } from './words.ts'

export type Row = typeof users.$inferInsert & {
  id: string
  name: string
  email: string
  organization: string
}

const DAY = 24 * 3600 * 1000
const ascii = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ıİ]/g, 'i')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')

/** Where people work, as the name and the domain of its addresses. */
export const places = towns.map((town, at) => {
  const kind = institutes[at % institutes.length] ?? ''
  const name = kind.endsWith('of') ? `${kind} ${town}` : `${town} ${kind}`
  return { name, domain: `${ascii(town)}-${ascii(kind).slice(0, 4).replace(/-$/, '')}.example` }
})

/** The topics that subjects have. */
const topics = [...new Set(subjects.flatMap(([, of]) => of))]

/** Makes people, each name and address once; all can log in with the same password. */
export class Crowd {
  private readonly chance: Chance
  private readonly today: Date
  private readonly passwordHash: string | null
  private readonly taken = new Set<string>()

  constructor(chance: Chance, today: Date, passwordHash: string | null) {
    this.chance = chance
    this.today = today
    this.passwordHash = passwordHash
  }

  authors(count: number): Row[] {
    return Array.from({ length: count }, () => this.person('author', this.chance.between(45, 59)))
  }

  /** Most review for an institute without limits; some take few papers at a time, and one in nine writes too. */
  reviewers(count: number): Row[] {
    return Array.from({ length: count }, (_, at) => ({
      ...this.person(at % 9 === 4 ? 'both' : 'reviewer', this.chance.between(40, 58)),
      topics: this.chance.some(topics, this.chance.whole(1, 3)),
      isExperienced: at % 3 === 0,
      reviewLimit: this.chance.happens(0.35) ? this.chance.whole(3, 12) : null,
    }))
  }

  private person(role: 'author' | 'reviewer' | 'both', daysAgo: number): Row {
    const place = this.chance.of(places)
    let [first, last] = [this.chance.of(firstNames), this.chance.of(lastNames)]
    while (this.taken.has(`${first} ${last}`)) {
      first = this.chance.of(firstNames)
      last = this.chance.of(lastNames)
    }
    this.taken.add(`${first} ${last}`)
    const createdAt = new Date(this.today.getTime() - daysAgo * DAY)
    const lastLoginAt = new Date(this.today.getTime() - this.chance.between(0, daysAgo) * DAY)
    return {
      id: newId(),
      email: `${ascii(first)}.${ascii(last)}@${place.domain}`,
      name: `${first} ${last}`,
      passwordHash: this.passwordHash,
      role,
      firstName: first,
      lastName: last,
      organization: place.name,
      emailVerifiedAt: createdAt,
      createdAt,
      lastLoginAt,
    }
  }
}
