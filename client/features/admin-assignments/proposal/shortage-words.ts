import type { Proposal } from '#shared/assigning/propose-contract.ts'

const count = (n: number, one: string, many: string) => `${n.toLocaleString()} ${n === 1 ? one : many}`
const joined = (parts: readonly (string | false)[]) => parts.filter((part) => part !== false).join(', ')

type Shortage = NonNullable<Proposal['shortage']>
type Short = Shortage['papers'][number]
type Standing = Short['standing']
type Raise = Shortage['raise'][number]

/** What a proposal cannot do, why, and what would help. */
export const words = {
  shortage: 'What cannot be served',
  lead: (papers: readonly Short[]) =>
    `${count(papers.length, 'paper gets', 'papers get')} fewer reviewers than wanted: ${count(
      papers.reduce((sum, { open }) => sum + open, 0),
      'seat stays',
      'seats stay',
    )} open.`,
  room: ({ seats, room }: Shortage) =>
    room < seats
      ? `${count(seats, 'seat is', 'seats are')} to be filled, and all reviewers together have time for ${room.toLocaleString()}.`
      : `${count(seats, 'seat is', 'seats are')} to be filled, and all reviewers together would have time: who has it may not review these papers.`,
  shortOf: (n: number) => count(n, 'reviewer missing', 'reviewers missing'),
  causes: {
    reviewers: 'Too few reviewers',
    conflicts: 'Conflicts',
    given_back: 'Given back',
    must_not: 'Pairs that must not be',
    loads: 'Loads: who may review them has no time left',
  },
  why: ({ why, eligible, standing }: Short): string => {
    switch (why) {
      case 'reviewers':
        return 'Too few reviewers: there are fewer than the paper should have.'
      case 'conflicts':
        return `Conflicts: only ${count(eligible, 'reviewer', 'reviewers')} may review it, and lifting wishes would not be enough.`
      case 'given_back':
        return `Given back: ${count(standing.gaveBack, 'reviewer', 'reviewers')} gave it back, and only ${eligible} may review it.`
      case 'must_not':
        return `Pairs that must not be: ${count(standing.mustNot, 'reviewer is', 'reviewers are')} kept from it, and only ${eligible} may review it.`
      case 'loads':
        return `Loads: ${count(standing.noTime, 'reviewer', 'reviewers')} more may review it, but ${standing.noTime === 1 ? 'has' : 'have'} as many papers as they take.`
    }
  },
  standing: ({ there, conflict, mustNot, gaveBack, noTime }: Standing) =>
    `Of all reviewers: ${joined([
      `${there} on it or proposed`,
      conflict > 0 && `${conflict} in conflict`,
      mustNot > 0 && `${mustNot} must not`,
      gaveBack > 0 && `${gaveBack} gave it back`,
      noTime > 0 && `${noTime} without time`,
    ])}.`,
  bottleneck: ({ papers, seats, fillable }: NonNullable<Short['bottleneck']>) =>
    papers === 1
      ? `Those who may review it can fill ${fillable} of its ${count(seats, 'seat', 'seats')}.`
      : `It needs the same reviewers as ${count(papers - 1, 'other paper', 'other papers')}. These ${papers.toLocaleString()} papers have ${count(seats, 'seat', 'seats')} to fill, and all who may review any of them can fill ${fillable.toLocaleString()}; seats of further papers are not counted here.`,
  kept: 'Would suit it best:',
  keptBy: (name: string, reason: string) => `${name} (${reason.replace(/\.$/, '')})`,

  changes: 'The smallest change that helps, of each kind',
  raise: (raise: readonly Raise[]) =>
    `Raise limits by ${count(
      raise.reduce((sum, { by }) => sum + by, 0),
      'paper',
      'papers',
    )} in all:`,
  raiseAll: (raise: readonly Raise[]) =>
    raise.length === 1 ? 'Run again with this limit raised' : 'Run again with these limits raised',
  raiseExperienced: (raise: readonly Raise[]) =>
    raise.length === 1
      ? 'Run again with this experienced reviewer’s limit raised'
      : 'Run again with these experienced reviewers’ limits raised',
  raiseHint: 'For this proposal alone. A pair beyond somebody’s own limit takes a reason when it is applied.',
  raiseBy: ({ by, most }: Raise) => (most === null ? `${by} more` : `from ${most} to ${most + by}`),
  lift: (n: number) => `Allow ${count(n, 'pair', 'pairs')} of those that must not be:`,
  pair: (paperId: string, name: string) => `${name} on ${paperId}`,
  invite: (n: number) => `Invite ${count(n, 'reviewer', 'reviewers')} without conflicts.`,
  inviteExperienced: (n: number) =>
    `Invite ${count(n, 'experienced reviewer', 'experienced reviewers')} without conflicts.`,
  fewer: (n: number) => `Ask for ${count(n, 'review', 'reviews')} fewer for each paper.`,
  changesExperienced: 'The smallest change that gives every paper somebody experienced',
  stillOpen: (n: number) => `${count(n, 'seat stays', 'seats stay')} open even then.`,
  stillWithout: (n: number) => `${count(n, 'paper stays', 'papers stay')} without even then.`,
  alone: 'Each of them alone is enough, unless it says what stays open.',

  nobodyExperienced: 'Nobody experienced is on it.',
  inexperienced: 'Without an experienced reviewer',
  causesInexperienced: {
    nobody: 'Nobody experienced may review them',
    loads: 'Loads: who is experienced and may review them has no time left',
  },
  whyInexperienced: ({ conflict, mustNot, gaveBack, noTime }: Standing): string => {
    const all = conflict + mustNot + gaveBack + noTime
    const kept = joined([
      conflict > 0 && `${conflict} in conflict`,
      mustNot > 0 && `${mustNot} must not`,
      gaveBack > 0 && `${gaveBack} gave it back`,
      noTime > 0 && `${noTime} without time`,
    ])
    return `Of ${count(all, 'experienced reviewer', 'experienced reviewers')}: ${kept}.`
  },
} as const
