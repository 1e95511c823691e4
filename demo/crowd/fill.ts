import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/db.ts'
import { invitations, users } from '#server/db/schema.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import { saveSettings } from '#server/features/settings/save-settings.ts'
import type { UploadedFile } from '#server/http/portal.ts'
import { makePaper } from '../make-paper.ts'
import type { Storyteller } from '../story.ts'
import { writeTexts } from './abstracts.ts'
import { Chance } from './chance.ts'
import { insertAll, unwatched, writeActivity } from './insert.ts'
import { newId } from './new-id.ts'
import { Crowd, type Row } from './people.ts'
import { Committee, rules } from './reviewing.ts'
import { Season } from './season.ts'
import type { Tale } from './tale.ts'
import { writeSeason } from './write.ts'
import { writeCommittee } from './write-committee.ts'

const DAY = 24 * 3600 * 1000
/** With the small conference's three, and its seventeen submissions, eighty and six hundred. */
const REVIEWERS = 77
const AUTHORS = 260

/**
 * Makes the small conference large: six hundred submissions in all stages and eighty reviewers, written directly by
 * the rules that the portal's own actions keep. Always the same but for the day.
 */
export async function fillConference(app: App, db: Db, story: Storyteller, today: Date): Promise<void> {
  const chance = new Chance(2026)
  const [chair, staff] = [story.idOf('chair'), story.idOf('staff')]
  const [known] = await db.select().from(users).where(eq(users.id, chair))
  const crowd = new Crowd(chance, today, known?.passwordHash ?? null)
  const [authors, reviewers] = [crowd.authors(AUTHORS), crowd.reviewers(REVIEWERS)]
  const writers = [...authors, ...reviewers.filter(({ role }) => role === 'both')]
  const committee = new Committee(chance, writers, reviewers)
  const season = new Season(chance, today, { chair, staff, authors: writers }, committee)
  const pdfs = await makePdfs(app)
  const pdfOf = (tale: Tale, part: 'abstract' | 'paper') => {
    const pdf = pdfs.get(`${part} ${tale.topics[0]}`)
    if (pdf === undefined) throw new Error(`no PDF about ${tale.topics[0]}`)
    return pdf
  }
  const year = await story.as('chair', async (ctx) => {
    const { settings, revision } = await settingsInForce(ctx.tx, ctx.config)
    await saveSettings(ctx, { ...settings, ...rules }, revision)
    return settings.year
  })
  await unwatched(db, async (tx) => {
    await insertAll(tx, users, [...authors, ...reviewers])
    await insertAll(tx, invitations, [...reviewers.map((row) => accepted(row, chair)), ...open(chair, today)])
    const ids = await writeSeason(tx, season, year, pdfOf)
    await writeCommittee(tx, committee, chair, ids)
    await writeTexts(tx, ids, reviewers, committee.expertFor(season.tales), today)
    await writeActivity(tx, [...ids.values()])
  })
}

/** A few real PDFs that all submissions of a topic share. */
async function makePdfs(app: App): Promise<Map<string, UploadedFile>> {
  const { intake, database } = app.portal
  const pdfs = new Map<string, UploadedFile>()
  for (const topic of ['Bridges', 'Fire', 'Geotechnics', 'Materials', 'Monitoring', 'Tunnels']) {
    for (const part of ['abstract', 'paper'] as const) {
      const pdf = await makePaper(
        `A study of ${topic.toLowerCase()}`,
        'The demo’s authors',
        part === 'paper' ? 4 : 1,
      )
      const file = await intake.receive(part, Readable.from(pdf), `${part}.pdf`)
      await intake.keep(file, database.db)
      pdfs.set(`${part} ${topic}`, file)
    }
  }
  return pdfs
}

/** Hashes that no PIN and no link have. */
const hashes = (of: string) => {
  const hash = createHash('sha256').update(of).digest('hex')
  return { pinHash: hash, linkHash: hash }
}

function accepted({ id, email, name, topics, createdAt }: Row, invitedBy: string) {
  const sentAt = new Date(createdAt.getTime() - 2 * DAY)
  const moments = { createdAt: sentAt, sentAt, expiresAt: new Date(sentAt.getTime() + 30 * DAY) }
  const answer = { acceptedAt: createdAt, acceptedBy: id }
  return { id: newId(), email, name, topics, invitedBy, ...hashes(email), ...moments, ...answer }
}

/** Invitations that nobody has taken up, a third of them expired. */
function open(invitedBy: string, today: Date) {
  return Array.from({ length: 15 }, (_, at) => {
    const email = `guest.reviewer${at + 1}@guest${at % 5}.example`
    const sentAt = new Date(today.getTime() - (at % 3 === 0 ? 35 : at) * DAY)
    const moments = { createdAt: sentAt, sentAt, expiresAt: new Date(sentAt.getTime() + 30 * DAY) }
    return { id: newId(), email, name: '', topics: [], invitedBy, ...hashes(email), ...moments }
  })
}
