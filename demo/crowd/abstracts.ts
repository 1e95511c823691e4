import type { Db } from '#server/db/db.ts'
import * as schema from '#server/db/schema.ts'
import { Chance } from './chance.ts'
import { insertAll } from './insert.ts'
import { newId } from './new-id.ts'
import type { Row } from './people.ts'
import type { Tale } from './tale.ts'
import { doings, means, subjects } from './words.ts'

/** What is said of each subject, so that papers on it have words in common. */
const sayings: Record<(typeof subjects)[number][0], string> = {
  'movable bridges':
    'Bascule leaves, trunnion bearings and locking bars are modelled. Opening cycles wear the drive machinery.',
  'cable-stayed footbridges':
    'Pedestrian excitation and lock-in of slender decks are measured. Tuned mass dampers calm the stay cables.',
  'masonry arches':
    'Spandrel walls, backfill and mortar joints carry the thrust line. Ring separation is seen in limit analysis.',
  'orthotropic decks':
    'Rib-to-deck welds crack under wheel loads. Hot-spot stresses and surfacing stiffness decide the fatigue life.',
  'immersed tunnels':
    'Gina gaskets, segment joints and dredged trenches settle. Buoyancy and siltation load the elements.',
  'rock caverns':
    'Rock bolts and shotcrete hold wedges of jointed rock. Convergence is compared with the Hoek–Brown criterion.',
  'metro stations':
    'Smoke extraction and platform screen doors govern the evacuation. Passenger flows are simulated by agents.',
  'retaining walls':
    'Earth pressure behind gravity and anchored walls follows wall rotation. Drainage relieves pore pressures.',
  'offshore piles':
    'Monopile foundations meet cyclic lateral loads in sand. Scour protection and pile driving are observed.',
  'quay walls': 'Sheet piles corrode in the splash zone. Crane loads and tidal lag bend the combi-wall.',
  'timber towers':
    'Cross-laminated panels char slowly. Glulam connections with dowels soften, and wind sways the tower.',
  'steel frames':
    'Beam-column joints yield at elevated temperature. Intumescent coatings and bracing delay progressive collapse.',
  'glass façades':
    'Laminated panes creep through their interlayer. Thermal stress and impact break heat-strengthened glass.',
  'concrete shells':
    'Thin shells buckle through imperfections. Textile reinforcement and creep change the membrane forces.',
  'hospital floors':
    'Footfall vibration disturbs sensitive equipment. Response factors are predicted from modal tests.',
  'storage tanks':
    'Sloshing liquid buckles the tank shell. Elephant-foot bulging and foam systems are examined.',
}

/** What is said of what was done, and of its means: a reviewer's own papers say the one, what is submitted the other. */
const doingSayings: Record<string, string> = {
  Assessment:
    'Condition grades are drawn from visual evidence and weighed against the code that was in force.',
  Calibration: 'Partial factors are fitted so that the target index is met over the whole range of spans.',
  Fatigue: 'Stress ranges are counted by rainflow and summed up along a bilinear curve of endurance.',
  Inspection: 'Intervals between visits follow from the chance that a flaw is overlooked.',
  'Life-cycle cost': 'Discounted expenses of upkeep, detours and demolition are set against each other.',
  Monitoring: 'Accelerometers and strain gauges stream through a gateway; alarms follow trained thresholds.',
  Optimisation: 'A genetic search finds the Pareto front between weight and embodied carbon.',
  Reliability: 'Importance sampling estimates small probabilities of failure with few calls of the solver.',
  Retrofit: 'Old members are jacketed while traffic goes on, one lane at a time.',
  'Seismic response':
    'Ground motions are scaled to the hazard; drift and residual displacement are read off.',
  Strengthening: 'Bonded carbon laminates peel off at their ends unless they are anchored.',
  Vibration: 'Modes and damping ratios are identified from ambient records by subspace methods.',
}
const meansSayings: Record<string, string> = {
  'after floods': 'Debris, washed-out approaches and two dozen surveyed sites tell what the high water did.',
  'by Bayesian updating': 'Prior beliefs are sharpened by a handful of observations through Markov chains.',
  'by drones': 'Unmanned flights take overlapping photographs, from which point clouds are stitched.',
  'in cold climates': 'Ice, frost heave and de-icing salt are followed through four northern winters.',
  'in service': 'Nothing was closed for it: records were taken at night under ordinary use.',
  'under climate change':
    'Downscaled projections of rainfall and heat waves up to the year 2080 are taken up.',
  'with digital twins': 'A virtual replica is synchronised hourly and asked what would happen next.',
  'with fibre optics': 'Distributed sensing along glued cables resolves strains at every centimetre.',
  'with field data': 'An archive of thirty owners is cleaned, pooled and published with the paper.',
  'with recycled aggregates': 'Crushed demolition rubble replaces half of the gravel in the mix.',
}

/**
 * Writes what the submissions' abstracts say, and what the reviewers published: of their own topics. One of them has
 * published the very text of a paper that lies with nobody, so that a proposal has something odd to show.
 */
export async function writeTexts(
  tx: Db,
  ids: ReadonlyMap<Tale, string>,
  reviewers: readonly Row[],
  copies: readonly { tale: Tale; reviewerId: string }[],
  now: Date,
): Promise<void> {
  // Its own chance: what else is told stays as it is.
  const chance = new Chance(2027)
  await insertAll(
    tx,
    schema.submissionTexts,
    [...ids].map(([{ title }, submissionId]) => {
      const text = abstractOf(title)
      return { submissionId, text, readText: text, readAt: now }
    }),
  )
  const submitted = new Set([...ids.keys()].map(({ title }) => title))
  const published = (userId: string, title: string, abstract: string) => {
    submitted.add(title)
    return { id: newId(), userId, title, abstract, source: 'bibtex' as const, createdAt: now }
  }
  await insertAll(
    tx,
    schema.publications,
    reviewers.flatMap(({ id, topics }) => {
      const own = subjects.filter(([, of]) => of.some((topic) => topics?.includes(topic)))
      return chance.some(own, chance.whole(2, 4)).flatMap(([subject]) =>
        [1, 2].map(() => {
          let title: string
          do title = `${chance.of(doings)} of ${subject} ${chance.of(means)}`
          while (submitted.has(title))
          return published(id, title, publishedAbstractOf(title))
        }),
      )
    }),
  )
  await insertAll(
    tx,
    schema.publications,
    copies.map(({ tale: { title }, reviewerId }) => published(reviewerId, title, abstractOf(title))),
  )
}

/** What is submitted: its title as a sentence, what is said of its subject, and of its means. */
function abstractOf(title: string): string {
  return [`${title} is studied.`, said(sayings, title), said(meansSayings, title)].join(' ')
}

/** What was published: the end of what is said of its subject, and what was done. */
function publishedAbstractOf(title: string): string {
  const [, end = ''] = said(sayings, title).split('. ')
  return `${end} ${said(doingSayings, title)}`
}

function said(of: Readonly<Record<string, string>>, title: string): string {
  return Object.entries(of).find(([name]) => title.includes(name))?.[1] ?? ''
}
