/** A paper as somebody rated it, and as a model did. */
export interface Rated {
  expertise: number
  affinity: number
}

/**
 * What a model loses on one person's ratings: `lost`, the differences of expertise over pairs that it orders wrongly
 * (half for ties), of `all` that there were. Only the order of affinities counts.
 */
export function lossOf(rated: readonly Rated[]): { lost: number; all: number } {
  let lost = 0
  let all = 0
  rated.forEach((one, place) => {
    for (const other of rated.slice(place + 1)) {
      const difference = one.expertise - other.expertise
      const order = Math.sign(difference) * Math.sign(one.affinity - other.affinity)
      all += Math.abs(difference)
      if (order === 0) lost += Math.abs(difference) / 2
      if (order < 0) lost += Math.abs(difference)
    }
  })
  return { lost, all }
}
