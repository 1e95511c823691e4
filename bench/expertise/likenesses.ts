import { likenessOf } from '#server/affinity/likeness.ts'
import type { Model } from '#server/affinity/model.ts'

/** How alike any two texts of a collection are, by their places. */
export interface Likenesses {
  between: (a: number, b: number) => number
  /** Standard deviation over pairs of different texts. */
  spread: number
  size: number
  submission: ReadonlyMap<string, number>
  papersOf: ReadonlyMap<string, number[]>
}

/** All pairs, as the model compares a paper and a submission. */
export function likenessesOf(model: Model): Likenesses {
  const submissions = [...model.submissions.values()]
  const texts = [...submissions, ...[...model.reviewers.values()].flat()]
  const size = texts.length
  const table = new Float64Array(size * size)
  const weights = new Float64Array(model.vocabulary.written.length)
  for (const [row, { vector }] of texts.entries()) {
    vector.ids.forEach((id, place) => {
      weights[id] = vector.weights[place] ?? 0
    })
    for (const [column, { vector: other }] of texts.entries()) {
      let [open, secret] = [0, 0]
      other.ids.forEach((id, place) => {
        const product = (weights[id] ?? 0) * (other.weights[place] ?? 0)
        if (model.vocabulary.isPrivate[id] === 1) secret += product
        else open += product
      })
      table[row * size + column] = likenessOf(open, secret, model.recipe)
    }
    for (const id of vector.ids) weights[id] = 0
  }
  let next = submissions.length
  const papersOf = new Map(
    [...model.reviewers].map(([id, own]) => {
      const first = next
      next += own.length
      return [id, own.map((_, place) => first + place)]
    }),
  )
  const submission = new Map([...model.submissions.keys()].map((id, place) => [id, place]))
  return { ...tableOf(table, size), submission, papersOf }
}

/** Texts are alike when they are alike to the same texts: what relevance feedback does. */
export function throughOthers(base: Likenesses): Likenesses {
  const { size } = base
  const table = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1) {
    for (let via = 0; via < size; via += 1) {
      const step = base.between(row, via)
      for (let column = 0; column < size; column += 1) {
        const at = row * size + column
        table[at] = (table[at] ?? 0) + step * base.between(via, column)
      }
    }
  }
  return { ...base, ...tableOf(table, size) }
}

const ROUNDS = 30

/** Texts in the strongest `count` directions of the table (latent semantic analysis), by subspace iteration. */
export function throughTopics(base: Likenesses, count: number): Likenesses {
  const { size } = base
  let basis = orthonormal(
    Array.from({ length: count }, (_, k) => column(size, (at) => Math.sin((at + 1) * (k + 1)))),
  )
  for (let round = 0; round < ROUNDS; round += 1) basis = orthonormal(basis.map((one) => times(base, one)))
  // A text's place among the topics: along each direction by the root of the direction's strength.
  const strong = basis.map((one) => {
    const image = times(base, one)
    const root = Math.sqrt(Math.sqrt(dot(image, image)))
    return image.map((value) => value / (root || 1))
  })
  const place = (text: number) => strong.map((one) => one[text] ?? 0)
  const places = Array.from({ length: size }, (_, text) => unit(place(text)))
  const table = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1) {
    for (let other = 0; other < size; other += 1) {
      table[row * size + other] = dot(places[row] ?? [], places[other] ?? [])
    }
  }
  // Figures below zero say "not at all alike" and would be squared away.
  return {
    ...base,
    ...tableOf(
      table.map((one) => Math.max(0, one)),
      size,
    ),
  }
}

function tableOf(table: Float64Array, size: number) {
  let [sum, squares] = [0, 0]
  for (let row = 0; row < size; row += 1) {
    for (let other = 0; other < size; other += 1) {
      const value = row === other ? 0 : (table[row * size + other] ?? 0)
      sum += value
      squares += value * value
    }
  }
  const pairs = size * (size - 1)
  const spread = Math.sqrt(squares / pairs - (sum / pairs) ** 2)
  return { size, spread, between: (a: number, b: number) => table[a * size + b] ?? 0 }
}

function times({ size, between }: Likenesses, vector: Float64Array): Float64Array {
  return column(size, (row) => {
    let sum = 0
    for (let at = 0; at < size; at += 1) sum += between(row, at) * (vector[at] ?? 0)
    return sum
  })
}

function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const done: Float64Array[] = []
  for (const given of vectors) {
    const vector = given.slice()
    for (const other of done) {
      const share = dot(vector, other)
      for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) - share * (other[at] ?? 0)
    }
    done.push(Float64Array.from(unit(vector)))
  }
  return done
}

function column(size: number, value: (at: number) => number): Float64Array {
  return Float64Array.from({ length: size }, (_, at) => value(at))
}

function unit(vector: ArrayLike<number>): number[] {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return Array.from(vector, (one) => one / length)
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
