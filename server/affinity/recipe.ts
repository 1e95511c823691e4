import type { Aggregation, Guards } from './aggregate.ts'
import type { Cut } from './terms.ts'

/** Every choice of the model in one place. */
export interface Recipe extends Cut {
  /** A word's weight by how often it occurs: as often, by its logarithm, or saturated: the tenth time adds little. */
  frequency: 'raw' | 'log' | 'saturated'
  /** Terms that fewer texts know than this weigh as if so many did: a made-up word gains nothing by being rare. */
  rareFloor: number
  /** The largest share of a text's length that one term may have, so that a text of three words is not all of them. */
  termCap: number
  /** What only one reviewer and one paper say counts at most as much as all else that they share. */
  privateTermsCapped: boolean
  /** From a reviewer's papers to the reviewer. */
  aggregation: Aggregation
  /**
   * A reviewer's text of at least so many words does not count for a paper that has so large a share of what they weigh:
   * it says hardly anything but the paper's own words. The longest first; a brief one alone counts.
   */
  echoes: readonly { words: number; share: number; isBrief: boolean }[]
  /** What a few texts of a reviewer may make at most. */
  guards: Guards | null
}

/**
 * The model that the portal uses. Measured against the others in bench/README.md; the floor, the caps, the saturation and
 * the guards are there against stuffed texts and cost nothing that could be measured.
 */
export const recipe: Recipe = {
  stems: true,
  phrases: true,
  titleWeight: 1,
  frequency: 'saturated',
  rareFloor: 5,
  termCap: 0.2,
  privateTermsCapped: true,
  aggregation: 'root_mean_square',
  echoes: [
    { words: 18, share: 0.7, isBrief: false },
    { words: 8, share: 0.8, isBrief: false },
    { words: 1, share: 0.9, isBrief: true },
  ],
  guards: { most: 0.15, words: 16, alone: 0.1, times: 2, added: 1 },
}

/** The yardstick: TF-IDF as everyone has it, words as they are written, the mean over a reviewer's papers. */
export const plainTfIdf: Recipe = {
  stems: false,
  phrases: false,
  titleWeight: 1,
  frequency: 'raw',
  rareFloor: 1,
  termCap: 1,
  privateTermsCapped: false,
  aggregation: 'mean',
  echoes: [],
  guards: null,
}
