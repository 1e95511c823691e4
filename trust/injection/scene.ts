import type { MadePerson } from '#tests/factories.ts'
import type { TestPortal } from '#tests/test-portal.ts'
import type { Bench } from '../trial.ts'

/** The portal in which one text after the other is written into every field. */
export interface Scene {
  t: TestPortal
  admin: MadePerson
  reviewer: MadePerson
  bench: Bench
}

/** What came out of one life: as it reached somebody else. */
export interface Arrived {
  receipts: { pdf: Buffer; payer: string; conference: string }[]
  calendars: { text: string; conference: string }[]
  /** Of every file that was fetched. */
  headers: Record<string, string>[]
}

/** The names of parts that a harmless text brings along; a hostile one may bring no other. */
export class Known {
  private readonly names = new Set<string>()

  learn(names: Iterable<string>): void {
    for (const name of names) this.names.add(name)
  }

  /** How many were learned: a harmless text without any shows that nothing was looked at. */
  get size(): number {
    return this.names.size
  }

  /** Those that no harmless text had, in a few words. */
  strange(names: Iterable<string>): string | undefined {
    const found = [...new Set(names)].filter((name) => !this.names.has(name))
    return found.length > 0 ? found.slice(0, 5).join(', ') : undefined
  }
}
