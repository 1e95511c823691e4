import { type Problem, SCORE_MAX } from '#server/matching/problem.ts'

/** The size of a conference to match, and how tight its loads are. */
export interface Size {
  papers: number
  reviewers: number
  seats: number
  /** A reviewer's most, as a multiple of what each would have if all had the same. */
  room: number
  least: number
  experienced: boolean
}

const TOPICS = 40

/** A made-up conference: few topics are popular, scores are high where topics meet, one pair in a hundred is a conflict. */
export function conferenceOf({ papers, reviewers, seats, room, least, experienced }: Size): Problem {
  let state = 1
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const topics = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * random() * TOPICS))
  const people = Array.from({ length: reviewers }, () => topics(4))
  const scores = new Int32Array(papers * reviewers)
  for (let paper = 0; paper < papers; paper += 1) {
    const own = new Set(topics(3))
    for (const [place, theirs] of people.entries()) {
      const shared = theirs.filter((topic) => own.has(topic)).length
      const score = Math.round(SCORE_MAX * Math.min(1, 0.2 * shared + 0.15 * random()))
      scores[paper * reviewers + place] = random() < 0.01 ? -1 : score
    }
  }
  const most = Math.ceil(((papers * seats) / reviewers) * room)
  return {
    papers,
    reviewers,
    scores,
    seats: new Int32Array(papers).fill(seats),
    least: new Int32Array(reviewers).fill(least),
    most: new Int32Array(reviewers).fill(most),
    gate: experienced
      ? {
          most: new Int32Array(papers).fill(seats - 1),
          of: { reviewers: Uint8Array.from({ length: reviewers }, (_, one) => (one % 3 === 0 ? 0 : 1)) },
        }
      : null,
    stretch: false,
  }
}
