/** Chance that always falls the same way, so that every demo is the same. */
export class Chance {
  private state: number

  constructor(seed: number) {
    this.state = seed
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  /** A whole number, both ends included. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  happens(share: number): boolean {
    return this.next() < share
  }

  of<T>(list: readonly T[]): T {
    const one = list[Math.floor(this.next() * list.length)]
    if (one === undefined) throw new Error('nothing to choose from')
    return one
  }

  /** Some of a list, each at most once, in any order. */
  some<T>(list: readonly T[], count: number): T[] {
    return list
      .map((one) => ({ one, place: this.next() }))
      .sort((a, b) => a.place - b.place)
      .slice(0, count)
      .map(({ one }) => one)
  }
}
