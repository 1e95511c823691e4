import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calendarFeeds, users } from '#server/db/schema.ts'
import { calendarFeed, endCalendarFeed, makeCalendarFeed, readCalendar } from '#shared/reminders/contract.ts'
import { approvePaper } from '#shared/reviewing/contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** With what must be escaped. */
const conferenceName = 'Bridges; tunnels, and more\\ 2026'
let t: TestPortal
let admin: MadePerson
let reviewer: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  reviewer = await makePerson(t, { role: 'reviewer' })
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const deadlines = {
    abstract: '2026-03-20T23:59:00+01:00',
    paper: '2026-04-10T23:59:00+02:00',
    resubmission: null,
    review: '2026-05-10T23:59:00+02:00',
  }
  const body = {
    settings: { ...settings, deadlines, conferenceName },
    revision,
  }
  expect((await t.call(saveSettings, { as: admin.token, body })).status).toBe(200)
})
afterAll(() => t.close())

/** The link's last part, as it stands in the address. */
async function linkOf(person: MadePerson): Promise<string> {
  const { url } = (await t.call(makeCalendarFeed, { as: person.token })).body
  return /^https:\/\/portal\.example\/api\/calendar\/(.+)\.ics$/.exec(url ?? '')?.[1] ?? ''
}

async function entries(link: string): Promise<string[]> {
  const answer = await t.call(readCalendar, { params: { link } })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  const text: unknown = answer.body
  if (typeof text !== 'string') throw new Error('a calendar is text')
  const calendar = new ICAL.Component(ICAL.parse(text))
  // RFC 5545 §3.6: a calendar holds one component at least.
  expect(calendar.getAllSubcomponents().length).toBeGreaterThan(0)
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(conferenceName)
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { summary, description, endDate } = new ICAL.Event(component)
    const url = String(component.getFirstPropertyValue('url'))
    expect(description).toBe(`${summary}.\nOpen it: ${url}`)
    return `${endDate.toJSDate().toISOString()} ${summary} ${url}`.replace(' https://portal.example', ' ')
  })
}

test('an author’s, a reviewer’s and an organiser’s deadlines, as a parser reads them', async () => {
  const author = await makePerson(t, { role: 'author' })
  const link = await linkOf(author)
  expect(await entries(link)).toEqual(['2026-03-20T22:59:00.000Z Upload your abstract /author'])
  const waiting = await submissionAt(t, 'awaiting_paper', { author, admin, reviewer })
  expect(await entries(link)).toEqual([
    `2026-04-10T21:59:00.000Z Upload your paper: ${waiting.abstractId} /author?view=details&abstractId=${waiting.abstractId}`,
  ])

  const other = await makePerson(t, { role: 'author' })
  const { paperId } = await submissionAt(t, 'paper_submitted', { author: other, admin, reviewer })
  const reviews = await linkOf(reviewer)
  expect(await entries(reviews)).toEqual([
    `2026-05-10T21:59:00.000Z Write your review: ${paperId} /reviewer?view=paper&paperId=${paperId}`,
  ])
  const body = { score: 90, comments: 'Good.' }
  await t.call(approvePaper, { as: reviewer.token, params: { paperId }, body })
  expect(await entries(reviews)).toEqual([])
  const empty: unknown = (await t.call(readCalendar, { params: { link: reviews } })).body
  expect(typeof empty === 'string' ? empty.split('\r\n') : empty).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Deadlines//EN',
    'METHOD:PUBLISH',
    expect.stringMatching(/^NAME:/),
    expect.stringMatching(/^X-WR-CALNAME:/),
    'BEGIN:VTIMEZONE',
    'TZID:Etc/UTC',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:+0000',
    'TZNAME:UTC',
    'END:STANDARD',
    'END:VTIMEZONE',
    'TIMEZONE-ID:Etc/UTC',
    'X-WR-TIMEZONE:Etc/UTC',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    'END:VCALENDAR',
  ])

  expect(await entries(await linkOf(admin))).toEqual([
    '2026-03-20T22:59:00.000Z Deadline for abstracts /admin',
    '2026-04-10T21:59:00.000Z Deadline for papers /admin',
    '2026-05-10T21:59:00.000Z Deadline for reviews /admin',
  ])
})

test('a link ends with a new one, when it is turned off and with its owner; nothing usable is stored', async () => {
  const author = await makePerson(t, { role: 'author' })
  const statusOf = async (link: string) => (await t.call(readCalendar, { params: { link } })).status
  expect((await t.call(calendarFeed, { as: author.token })).body).toEqual({ url: null })
  const first = await linkOf(author)
  expect((await t.call(calendarFeed, { as: author.token })).body.url).toContain(first)
  expect(JSON.stringify(await t.database.db.select().from(calendarFeeds))).not.toContain(first.split('.')[1])
  const second = await linkOf(author)
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  const [id = '', proof = ''] = second.split('.')
  const forged = [
    id,
    `${id}.`,
    `${id}.${proof.slice(0, -1)}`,
    `${first.split('.')[0]}.${proof}`,
    `.${proof}`,
    'x',
  ]
  for (const link of forged) expect([link, await statusOf(link)]).toEqual([link, 404])

  await t.database.db.update(users).set({ disabledAt: t.clock.now }).where(eq(users.id, author.id))
  expect(await statusOf(second)).toBe(404)
  await t.database.db.update(users).set({ disabledAt: null }).where(eq(users.id, author.id))
  expect(await statusOf(second)).toBe(200)
  await t.call(endCalendarFeed, { as: author.token })
  expect([await statusOf(second), (await t.call(calendarFeed, { as: author.token })).body.url]).toEqual([
    404,
    null,
  ])
})
