import type { CoAuthor } from '#shared/submissions/details.ts'
import type { Stage } from '#shared/submissions/states.ts'

/** A submission of the demo conference, and where its story stops. */
export interface DemoPaper {
  title: string
  author: string
  reviewer?: string
  /** Days ago that the abstract came. */
  daysAgo: number
  stage: Stage
  topics?: string[]
  coAuthors?: CoAuthor[]
  /** Come to the list once the paper lies with its reviewer, who is or knows one of them. */
  lateCoAuthors?: CoAuthor[]
  /** Goes through a second round on the way. */
  revised?: true
  /** Its author deleted it the day after; it can be restored. */
  deleted?: true
  /** The assignment is overdue. */
  overdue?: true
  /** The author has reported the payment this many days ago. */
  reportedDaysAgo?: number
  /** What a statement brought beside: a part of the fee, or the fee once more. */
  noted?: string
}

const lena = {
  name: 'Lena Fischer',
  email: 'lena.fischer@tu-nord.example',
  organization: 'TU Nord',
  orcid: '0000-0002-1825-0097',
}
const yuki = {
  name: 'Yuki Mori',
  email: 'mori@harbour.example',
  organization: 'Harbour Institute',
  orcid: '',
}
const maria = {
  name: 'María Fernández',
  email: 'maria@sur.example',
  organization: 'Universidad del Sur',
  orcid: '',
}
const pavel = {
  name: 'Pavel Dvořák',
  email: 'dvorak@kras.example',
  organization: 'Karst Research Centre',
  orcid: '',
}

export const papers: readonly DemoPaper[] = [
  {
    title: 'Vortex-induced vibration of slender footbridges',
    author: 'ada',
    daysAgo: 3,
    stage: 'abstract_submitted',
    topics: ['Bridges', 'Monitoring'],
    coAuthors: [lena, yuki],
  },
  {
    title: 'Low-carbon binders for marine concrete',
    author: 'kenji',
    daysAgo: 2,
    stage: 'abstract_submitted',
  },
  {
    title: 'Fibre-optic sensing in ageing tunnels',
    author: 'zeynep',
    daysAgo: 1,
    stage: 'abstract_submitted',
  },
  {
    title: 'A note on thermal bowing of glass façades',
    author: 'ada',
    daysAgo: 12,
    stage: 'abstract_awaiting_resubmission',
  },
  { title: 'Perpetual motion in cable stays', author: 'zeynep', daysAgo: 20, stage: 'abstract_declined' },
  {
    title: 'Timber–concrete composite floors under fire',
    author: 'ada',
    daysAgo: 18,
    stage: 'awaiting_paper',
  },
  {
    title: 'Scour monitoring of river piers with drones',
    author: 'kenji',
    reviewer: 'maria',
    topics: ['Bridges', 'Monitoring'],
    coAuthors: [yuki],
    lateCoAuthors: [maria],
    daysAgo: 30,
    stage: 'paper_submitted',
  },
  {
    title: 'Squeezing ground: six case histories',
    topics: ['Geotechnics', 'Tunnels'],
    coAuthors: [lena],
    lateCoAuthors: [pavel],
    author: 'ada',
    reviewer: 'rita',
    daysAgo: 34,
    stage: 'paper_submitted',
    overdue: true,
  },
  {
    title: 'Fatigue of orthotropic decks after retrofit',
    author: 'zeynep',
    reviewer: 'rita',
    daysAgo: 40,
    stage: 'paper_submitted',
    revised: true,
  },
  {
    title: 'Reliability of second-hand steel',
    author: 'maria',
    reviewer: 'omar',
    daysAgo: 28,
    stage: 'reviewer_declined',
  },
  {
    title: 'Self-healing mortars in freeze–thaw cycles',
    author: 'kenji',
    reviewer: 'omar',
    daysAgo: 36,
    stage: 'paper_awaiting_resubmission',
  },
  {
    title: 'An untested theory of dams',
    author: 'zeynep',
    reviewer: 'omar',
    daysAgo: 44,
    stage: 'paper_declined',
  },
  {
    title: 'Digital twins of movable bridges',
    author: 'kenji',
    reviewer: 'maria',
    daysAgo: 45,
    stage: 'awaiting_payment',
    noted: '120.00',
  },
  {
    title: 'Seismic isolation of museum floors',
    author: 'ada',
    reviewer: 'omar',
    daysAgo: 48,
    stage: 'awaiting_payment',
    revised: true,
    reportedDaysAgo: 8,
  },
  {
    title: 'Acoustic emission in post-tensioned tanks',
    author: 'zeynep',
    reviewer: 'rita',
    daysAgo: 52,
    stage: 'complete',
    revised: true,
    reportedDaysAgo: 6,
  },
  {
    title: 'Quay walls and rising seas',
    author: 'ada',
    reviewer: 'maria',
    daysAgo: 56,
    stage: 'complete',
    reportedDaysAgo: 12,
    noted: '320.00',
  },
  { title: 'Blast-resistant cladding: a withdrawn study', author: 'kenji', daysAgo: 25, stage: 'withdrawn' },
  {
    title: 'Damping of stay cables: a first sketch',
    author: 'kenji',
    daysAgo: 6,
    stage: 'abstract_submitted',
    deleted: true,
  },
]
