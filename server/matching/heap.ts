/** A binary heap of numbered things by key, the smallest first. The same thing may be in it more than once. */
export class Heap {
  #keys = new Float64Array(1024)
  #items = new Int32Array(1024)
  #size = 0

  get isEmpty(): boolean {
    return this.#size === 0
  }

  clear(): void {
    this.#size = 0
  }

  push(key: number, item: number): void {
    if (this.#size === this.#keys.length) this.#grow()
    let at = this.#size
    this.#size += 1
    while (at > 0) {
      const above = (at - 1) >> 1
      const other = this.#keys[above] ?? 0
      if (other <= key) break
      this.#keys[at] = other
      this.#items[at] = this.#items[above] ?? 0
      at = above
    }
    this.#keys[at] = key
    this.#items[at] = item
  }

  /** The smallest key; asked of a heap that is not empty. */
  get least(): number {
    return this.#keys[0] ?? Number.POSITIVE_INFINITY
  }

  /** Takes the thing with the smallest key out. */
  pop(): number {
    const first = this.#items[0] ?? 0
    this.#size -= 1
    const key = this.#keys[this.#size] ?? 0
    const item = this.#items[this.#size] ?? 0
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= this.#size) break
      if (below + 1 < this.#size && (this.#keys[below + 1] ?? 0) < (this.#keys[below] ?? 0)) below += 1
      const other = this.#keys[below] ?? 0
      if (other >= key) break
      this.#keys[at] = other
      this.#items[at] = this.#items[below] ?? 0
      at = below
    }
    this.#keys[at] = key
    this.#items[at] = item
    return first
  }

  #grow(): void {
    const keys = new Float64Array(2 * this.#keys.length)
    const items = new Int32Array(2 * this.#items.length)
    keys.set(this.#keys)
    items.set(this.#items)
    this.#keys = keys
    this.#items = items
  }
}
