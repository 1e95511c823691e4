import { sql } from 'drizzle-orm'
import { Chance } from '#demo/crowd/chance.ts'
import { insertAll } from '#demo/crowd/insert.ts'
import type { Db } from '#server/db/db.ts'
import { publications, submissions, submissionTexts, users } from '#server/db/schema.ts'
import { paperIdOf } from '#shared/core/ids.ts'

/** Texts a reviewer, words a text: about what a profile and an abstract have. */
const PUBLICATIONS = 10
const WORDS = 130
const TOPICS = 40
const HOUSES = 400
const YEAR = 2026
const MOMENT = new Date('2026-01-05T08:00:00Z')

/**
 * Fills an empty portal with papers under review that nobody has yet, their abstracts' texts, and reviewers with
 * publications; reviewers and authors come from the same houses, so that there are conflicts.
 */
export async function fillForMatching(db: Db, { papers, reviewers }: { papers: number; reviewers: number }) {
  const chance = new Chance(7)
  const write = writer(chance)
  const people = [
    ...Array.from({ length: Math.ceil(papers / 2) }, (_, n) => personOf('author', n, chance)),
    ...Array.from({ length: reviewers }, (_, n) => personOf('reviewer', n, chance)),
  ]
  const authors = people.filter(({ role }) => role === 'author')
  await insertAll(db, users, people)
  const subjects = Array.from({ length: papers }, () => chance.whole(0, TOPICS - 1))
  const rows = subjects.map((topic, n) => ({
    id: `A26-${String(n + 1).padStart(4, '0')}`,
    paperId: paperIdOf(YEAR, n + 1),
    serial: n + 1,
    authorId: chance.of(authors).id,
    stage: 'abstract_submitted' as const,
    title: write(topic, 9),
    topics: [`Topic ${topic}`],
    submittedAt: MOMENT,
    updatedAt: MOMENT,
  }))
  await insertAll(db, submissions, rows)
  await db.execute(
    sql`update submissions set stage = 'awaiting_paper', abstract_decided_at = ${MOMENT.toISOString()}`,
  )
  await db.execute(sql`update submissions set stage = 'paper_submitted', paper_round = 1`)
  await insertAll(
    db,
    submissionTexts,
    rows.map(({ id }, n) => {
      const text = write(subjects[n] ?? 0, WORDS)
      return { submissionId: id, text, readText: text, readAt: MOMENT }
    }),
  )
  for (const { id, role, topics } of people) {
    if (role === 'author') continue
    const [topic = 0] = topics.map((name) => Number(name.replace('Topic ', '')))
    await insertAll(
      db,
      publications,
      Array.from({ length: PUBLICATIONS }, (_, n) => ({
        id: idOf(9, Number(id.slice(-12)) * PUBLICATIONS + n),
        userId: id,
        title: write(topic, 9),
        abstract: write(n % 3 === 0 ? chance.whole(0, TOPICS - 1) : topic, WORDS),
        source: 'bibtex' as const,
        createdAt: MOMENT,
      })),
    )
  }
  await db.execute(sql`vacuum analyze`)
}

function personOf(role: 'author' | 'reviewer', n: number, chance: Chance) {
  const house = chance.whole(0, HOUSES - 1)
  const name = `${role} ${n}`
  return {
    id: idOf(role === 'author' ? 1 : 2, n),
    email: `${role}${n}@house${house}.example`,
    name,
    role,
    organization: `House ${house}`,
    topics: role === 'author' ? [] : [0, 1].map(() => `Topic ${chance.whole(0, TOPICS - 1)}`),
    isExperienced: n % 3 === 0,
    emailVerifiedAt: MOMENT,
    createdAt: MOMENT,
  }
}

const idOf = (kind: number, n: number) => `0000000${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Texts by Zipf's law: half of the words are anybody's, half the topic's own, few of them often. */
function writer(chance: Chance) {
  const consonants = 'bcdfglmnprstv'
  const vowels = 'aeiou'
  const made = (n: number, length: number) => {
    let word = ''
    for (let rest = n + 1; word.length < length; rest = Math.floor(rest / 5) + 7 * (n + 3)) {
      word +=
        consonants.charAt(rest % consonants.length) + vowels.charAt(Math.floor(rest / 3) % vowels.length)
    }
    return `${word}${n.toString(36).replace(/\d/g, (digit) => 'zqxwkjyhvu'.charAt(Number(digit)))}`
  }
  const anybodys = Array.from({ length: 6000 }, (_, n) => made(n, 4))
  const own = Array.from({ length: TOPICS }, (_, topic) =>
    Array.from({ length: 600 }, (__, n) => made(10_000 + topic * 600 + n, 6)),
  )
  // The commonest words of a language are left out of the comparison anyway: the law begins after them.
  const often = (words: readonly string[], from: number) =>
    words[Math.floor(from * (1 + words.length / from) ** chance.next()) - from] ?? words[0] ?? ''
  return (topic: number, length: number) =>
    Array.from({ length }, () =>
      chance.happens(0.5) ? often(anybodys, 30) : often(own[topic] ?? anybodys, 5),
    ).join(' ')
}
