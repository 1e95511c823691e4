import type { Tried } from './variants.ts'

/** Random numbers below 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The loss of a variant on some people (by place; repeats count twice). */
export function lossOn({ losses }: Tried, places: readonly number[]): number {
  const chosen = places.map((place) => losses[place] ?? { lost: 0, all: 0 })
  const sum = (what: 'lost' | 'all') => chosen.reduce((total, one) => total + one[what], 0)
  return sum('lost') / sum('all')
}

/** Within which 95 of 100 resamplings of the people lie. */
export function interval(people: number, seed: number, value: (places: readonly number[]) => number) {
  const random = seeded(seed)
  const values = Array.from({ length: 2000 }, () =>
    value(Array.from({ length: people }, () => Math.floor(random() * people))),
  ).sort((a, b) => a - b)
  return { from: values[50] ?? 0, to: values[1949] ?? 0 }
}

/**
 * Cross-validation over people: for each fold the variant that loses least on the others is chosen, and measured on
 * the fold it has not seen. Gives the loss over all folds, and what was chosen.
 */
export function chosenOnOthers(tried: readonly Tried[], people: number, folds: number, seed: number) {
  const random = seeded(seed)
  const order = Array.from({ length: people }, (_, place) => ({ place, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ place }) => place)
  const losses = order.map(() => ({ lost: 0, all: 0 }))
  const chosen: string[] = []
  for (let fold = 0; fold < folds; fold += 1) {
    const held = order.filter((_, at) => at % folds === fold)
    const others = order.filter((_, at) => at % folds !== fold)
    const [best] = tried.toSorted((a, b) => lossOn(a, others) - lossOn(b, others))
    if (best === undefined) throw new Error('nothing was tried')
    chosen.push(best.name)
    for (const place of held) losses[place] = best.losses[place] ?? { lost: 0, all: 0 }
  }
  return { loss: lossOn({ name: '', losses }, order), chosen }
}
