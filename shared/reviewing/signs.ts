import { fold } from '#shared/core/fold.ts'

/** What tells that two people are the same, or near each other: their accounts', addresses' and organisations' signs. */

/** A person as far as anything is known of them; an account, somebody invited, or a co-author as the author named them. */
export interface Known {
  /** The account's id; null where there is none. */
  id: string | null
  names: readonly string[]
  /** Those that they have shown to be theirs; a co-author's as the author named them. */
  addresses: readonly string[]
  /** Those that they asked for and never confirmed, or gave up and somebody else has now. */
  unsure: readonly string[]
  orcids: readonly string[]
  organizations: readonly string[]
}

/** A person's signs, made ready once to be compared with many. The values are as they were written. */
export interface Signs {
  id: string | null
  names: ReadonlyMap<string, string>
  addresses: ReadonlyMap<string, string>
  unsure: ReadonlyMap<string, string>
  orcids: ReadonlyMap<string, string>
  organizations: readonly Organization[]
  /** Domains of the organisations behind the addresses; providers that anybody may use are left out. */
  domains: ReadonlySet<string>
}

interface Organization {
  shown: string
  whole: string
  /** `MIT` of `Massachusetts Institute of Technology (MIT)`; `Uni X` of `School of Y, Uni X`. */
  parts: ReadonlySet<string>
}

/** `isPublicDomain` tells mail providers that anybody may use. */
export function signsOf(known: Known, isPublicDomain: (domain: string) => boolean): Signs {
  return {
    id: known.id,
    names: new Map(known.names.flatMap((name) => entry(nameKey(name), name.trim()))),
    addresses: byKey(known.addresses),
    unsure: byKey(known.unsure),
    orcids: new Map(known.orcids.flatMap((orcid) => entry(orcid, orcid))),
    organizations: known.organizations.flatMap(organizationOf),
    domains: new Set(
      [...known.addresses, ...known.unsure].flatMap((address) => domainsOf(address, isPublicDomain)),
    ),
  }
}

const byKey = (addresses: readonly string[]) =>
  new Map(addresses.flatMap((address) => entry(addressKey(address), address)))

/** Every address that a person has, or says they have. */
export const allAddresses = ({ addresses, unsure }: Signs): Map<string, string> =>
  new Map([...unsure, ...addresses])

/** What a person is known by: equal keys are the same person, as far as they say. */
export function identityKeys(one: Signs): string[] {
  return [...(one.id === null ? [] : [`id ${one.id}`]), ...allAddresses(one).keys(), ...one.orcids.keys()]
}

/**
 * What a person can meet another one by, under any rule: two who share none of these have nothing to do with each other.
 * (Of two names for one organisation, each is a part of itself, and the shorter one of the longer.)
 */
export function meetingKeys(one: Signs): string[] {
  return [
    ...identityKeys(one),
    ...[...one.names.keys()].map((name) => `name ${name}`),
    ...[...one.domains].map((domain) => `domain ${domain}`),
    ...one.organizations.flatMap(({ parts }) => [...parts].map((part) => `of ${part}`)),
  ]
}

const entry = (key: string, shown: string): [string, string][] => (key === '' ? [] : [[key, shown]])

/** Without case, accents, punctuation and doubled spaces. */
function plain(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A name in any order of its words; a single word is too common to say anything. */
function nameKey(name: string): string {
  const parts = plain(name).split(' ')
  return parts.length < 2 ? '' : parts.sort((a, b) => (a < b ? -1 : 1)).join(' ')
}

/** An address without what leads to the same mailbox: case, `+tag`, and the dots that Gmail passes over. */
function addressKey(address: string): string {
  const whole = address.trim().toLowerCase()
  const at = whole.lastIndexOf('@')
  const domain = whole.slice(at + 1)
  if (at < 1 || domain === '') return ''
  const [box = ''] = whole.slice(0, at).split('+')
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${box.replaceAll('.', '')}@gmail.com`
    : `${box}@${domain}`
}

/** What people write who belong to no organisation. */
const nowhere = new Set([
  'none',
  'n a',
  'na',
  'independent',
  'independent researcher',
  'independent scholar',
  'freelance',
  'freelancer',
  'self employed',
  'retired',
  'private',
  'unaffiliated',
  'student',
  'university',
])

function organizationOf(name: string): Organization[] {
  const whole = plain(name)
  if (whole === '' || nowhere.has(whole)) return []
  const parts = name.split(/[,;:/()|\u2013\u2014]+/).map(plain)
  return [
    {
      shown: name.trim().replace(/\.$/, ''),
      whole,
      parts: new Set([whole, ...parts.filter((part) => part !== '' && !nowhere.has(part))]),
    },
  ]
}

/** Whether two names mean one organisation: the same, or one is a part of what the other says. */
export function isSameOrganization(a: Organization, b: Organization): boolean {
  return a.parts.has(b.whole) || b.parts.has(a.whole)
}

function domainsOf(address: string, isPublicDomain: (domain: string) => boolean): string[] {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
  if (!address.includes('@') || isPublicDomain(domain) || domain.endsWith('.invalid')) return []
  const own = organizationDomain(domain)
  return isPublicDomain(own) ? [] : [own]
}

/** Second levels under which countries register organisations: `ac.uk`, `edu.au`, `go.jp`. */
const secondLevels = new Set(
  'ac academy co com edu ernet go gob gouv gov gv info k12 mil ne net nhs nic nom or org res sch uni web'.split(
    ' ',
  ),
)

/** The domain that an organisation registered: `uni.example` of `cs.uni.example`, `uni.ac.uk` of `cs.uni.ac.uk`. */
function organizationDomain(domain: string): string {
  const labels = domain.split('.')
  const underCountry = labels.at(-1)?.length === 2 && secondLevels.has(labels.at(-2) ?? '')
  return labels.slice(underCountry ? -3 : -2).join('.')
}
