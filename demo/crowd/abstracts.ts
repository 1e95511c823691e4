import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/db.ts'
import * as schema from '#server/db/schema.ts'
import { Chance } from './chance.ts'
import { insertAll } from './insert.ts'
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

/** Writes what the submissions' abstracts say, and what the reviewers published: of their own topics. */
export async function writeTexts(
  tx: Db,
  ids: ReadonlyMap<Tale, string>,
  reviewers: readonly Row[],
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
  await insertAll(
    tx,
    schema.publications,
    reviewers.flatMap(({ id, topics }) => {
      const own = subjects.filter(([, of]) => of.some((topic) => topics?.includes(topic)))
      return chance.some(own, chance.whole(2, 4)).flatMap(([subject]) =>
        [1, 2].map(() => {
          const title = `${chance.of(doings)} of ${subject} ${chance.of(means)}`
          return {
            id: randomUUID(),
            userId: id,
            title,
            abstract: abstractOf(title),
            source: 'bibtex' as const,
            createdAt: now,
          }
        }),
      )
    }),
  )
}

/** A title as a sentence, and what is said of its subject. */
function abstractOf(title: string): string {
  const subject = subjects.map(([name]) => name).find((name) => title.includes(name))
  return subject === undefined ? `${title} is studied.` : `${title} is studied. ${sayings[subject]}`
}
