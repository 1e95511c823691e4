import type { Role } from '#shared/core/roles.ts'

/** Somebody of the demo conference. All have the same password; `unverified` and `incomplete` people are for trying out. */
export interface DemoPerson {
  key: string
  role: Role
  first: string
  last: string
  email: string
  organization: string
  topics?: string[]
  staff?: true
  unverified?: true
  /** What there is to see as this person. */
  see: string
}

export const DEMO_PASSWORD = 'demo conference 2026'

export const people: readonly DemoPerson[] = [
  {
    key: 'chair',
    role: 'admin',
    first: 'Clara',
    last: 'Okafor',
    email: 'clara@conference.example',
    organization: 'Programme Committee',
    see: 'the whole desk: abstracts, papers, reviewers, payments, people, settings',
  },
  {
    key: 'staff',
    role: 'author',
    first: 'Sam',
    last: 'Lindqvist',
    email: 'sam@conference.example',
    organization: 'Conference Office',
    staff: true,
    see: 'the payments desk: one reported and late',
  },
  {
    key: 'ada',
    role: 'author',
    first: 'Ada',
    last: 'Brunner',
    email: 'ada@tu-nord.example',
    organization: 'Technical University of the North',
    see: 'submissions in every stage',
  },
  {
    key: 'kenji',
    role: 'author',
    first: 'Kenji',
    last: 'Watanabe',
    email: 'kenji@harbour.example',
    organization: 'Harbour Institute',
    see: 'a paper to revise, a fee to pay',
  },
  {
    key: 'zeynep',
    role: 'author',
    first: 'Zeynep',
    last: 'Yıldız',
    email: 'zeynep@bosphorus.example',
    organization: 'Bosphorus Polytechnic',
    see: 'a completed and a rejected paper',
  },
  {
    key: 'maria',
    role: 'both',
    first: 'María',
    last: 'Fernández',
    email: 'maria@sur.example',
    organization: 'Universidad del Sur',
    topics: ['Bridges', 'Monitoring'],
    see: 'both dashboards, with the switch',
  },
  {
    key: 'rita',
    role: 'reviewer',
    first: 'Rita',
    last: 'Novák',
    email: 'rita@karst.example',
    organization: 'Karst Research Centre',
    topics: ['Tunnels', 'Geotechnics'],
    see: 'papers to review, one overdue',
  },
  {
    key: 'omar',
    role: 'reviewer',
    first: 'Omar',
    last: 'Haddad',
    email: 'omar@levant.example',
    organization: 'Levant Engineering',
    topics: ['Materials', 'Fire'],
    see: 'reviews already written',
  },
  {
    key: 'lena',
    role: 'author',
    first: 'Lena',
    last: 'Petrova',
    email: 'lena@ural.example',
    organization: 'Ural State',
    unverified: true,
    see: 'an address not confirmed yet (the mail is at /dev/mail)',
  },
]
