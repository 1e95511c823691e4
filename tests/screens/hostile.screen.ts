import { expect, type Page, test } from '@playwright/test'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { people } from '#demo/people.ts'
import { assignments, conflicts, emails, payers, reviews, submissions, users } from '#server/db/schema.ts'
import { openAs } from './browser-portal.ts'
import { type DemoPortal, openDemoPortal } from './demo-portal.ts'
import { plant, plantedIn, typedColumns } from './planted.ts'

/** Hostile texts in everything that anybody typed, looked for on the screens of everybody who can see them. */
let demo: DemoPortal
let screens: Record<string, string[]>

test.beforeAll(async () => {
  // Guards against what hangs, not measures: a busy machine takes minutes.
  test.setTimeout(600_000)
  demo = await openDemoPortal()
  screens = await screensOf(demo)
  await plant(demo.t.database.db)
})
test.afterAll(() => demo.close())

/** Where each can see what others typed. */
async function screensOf({ at, t }: DemoPortal): Promise<Record<string, string[]>> {
  const { db } = t.database
  const idOf = async (key: string) => {
    const email = people.find((one) => one.key === key)?.email ?? ''
    const [row] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
    return row?.id ?? ''
  }
  const waiting = await db
    .select({ paperId: submissions.paperId })
    .from(assignments)
    .innerJoin(submissions, eq(submissions.id, assignments.submissionId))
    .where(and(eq(assignments.reviewerId, await idOf('rita')), isNull(assignments.endedAt)))
  const [reviewed] = await db
    .select({ paperId: submissions.paperId })
    .from(reviews)
    .innerJoin(submissions, eq(submissions.id, reviews.submissionId))
    .where(eq(reviews.reviewerId, await idOf('omar')))
  const [conflicted] = await db.select().from(conflicts)
  const [answered] = await db.select().from(emails).where(isNotNull(emails.lastAnswer))
  await db
    .insert(payers)
    .values({ submissionId: at('complete').abstractId, name: 'Payer', address: 'Street 1', taxNumber: '7' })
    .onConflictDoNothing()
  const ofAuthor = (stage: string) => `/author?view=details&abstractId=${at(stage).abstractId}`
  const abstract = (stage: string) => `/admin?view=abstract&abstractId=${at(stage).abstractId}`
  const paper = (stage: string) => `/admin/papers?view=paper&paperId=${at(stage).paperId}`
  const reviewer = (id: string | undefined) => `/admin/reviewers?view=reviewer&reviewerId=${id}`
  return {
    ada: [
      ...['/author', '/author?view=ongoing', '/author?view=notifications', '/profile'],
      ofAuthor('abstract_submitted'),
      `/author?view=edit-details&abstractId=${at('abstract_submitted').abstractId}`,
    ],
    kenji: ['/author?view=ongoing', '/author?view=notifications', ofAuthor('awaiting_payment')],
    zeynep: ['/author?view=completed', ofAuthor('complete')],
    rita: [
      ...['/reviewer', '/reviewer?view=assigned', '/reviewer?view=notifications', '/profile'],
      ...waiting.map(({ paperId }) => `/reviewer?view=paper&paperId=${paperId}`),
    ],
    omar: ['/reviewer?view=reviewed', `/reviewer?view=paper&paperId=${reviewed?.paperId}`],
    maria: ['/author', '/reviewer', '/profile'],
    staff: ['/admin/payments', '/admin/payments?status=part', '/admin/payments?status=verified'],
    chair: [
      ...['/admin', '/admin?view=notifications', '/admin?view=pending', '/admin?view=reviewed'],
      ...['/admin?view=all', '/admin?view=deleted'],
      ...['abstract_submitted', 'awaiting_paper', 'abstract_declined'].map(abstract),
      '/admin/papers',
      ...['paper_submitted', 'reviewer_declined', 'awaiting_payment', 'complete'].map(paper),
      ...['/admin/assignments', '/admin/assignments?view=propose'],
      `/admin/assignments?view=choose&papers=${at('paper_submitted').paperId}`,
      ...['/admin/reviewers', '/admin/reviewers?view=invitations', reviewer(await idOf('rita'))],
      ...[reviewer(await idOf('omar')), reviewer(await idOf('maria')), reviewer(conflicted?.reviewerId)],
      ...['/admin/payments', '/admin/people', `/admin/people?view=person&personId=${await idOf('ada')}`],
      `/admin/payments?view=payment&paperId=${at('complete').paperId}`,
      `/admin/mail?view=mail&emailId=${answered?.id}`,
      ...['/admin/mail', '/admin/activity', '/admin/statistics', '/admin/settings'],
    ],
  }
}

/** What a page does that a text must never make it do, in words. */
function misdeedsOf(page: Page): string[] {
  const misdeeds: string[] = []
  page.on('dialog', (dialog) => {
    // The browser's own question, where something was changed and not saved.
    if (dialog.type() === 'beforeunload') return void dialog.accept()
    misdeeds.push(`a dialog says “${dialog.message()}”`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => misdeeds.push(`an error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') misdeeds.push(`the console says: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) misdeeds.push(`${response.url()} is answered ${response.status()}`)
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && origin !== demo.url)
      misdeeds.push(`it asks for ${request.url()}`)
  })
  return misdeeds
}

/** Elements that nobody but a text could have made, and whether one ran. */
const madeOfText = (page: Page) =>
  page.evaluate(() => {
    const made = document.querySelectorAll(
      'x-planted, [src*="x-planted"], [onerror], a[href^="javascript:"], iframe[src*="elsewhere"]',
    )
    const inline = [...document.querySelectorAll('script')].filter(({ text }) => text.includes('window.ran'))
    return {
      made: [...made, ...inline].map(({ outerHTML }) => outerHTML.slice(0, 120)),
      ran: 'ran' in window,
    }
  })

/** All that stands on the page to be read, in fields too. */
const readOn = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      ({ value }) => value,
    )
    return [document.body.innerText, ...fields].join('\n')
  })

test('an element that was made of a text is found, and one that ran', async ({ page }) => {
  await page.setContent('<p></p>')
  expect(await madeOfText(page)).toEqual({ made: [], ran: false })
  await page.setContent(plantedIn('a text'))
  const { made, ran } = await madeOfText(page)
  expect([made.length, ran]).toEqual([4, true])
})

/** Columns whose planted text is read on the page. */
async function columnsOn(page: Page): Promise<string[]> {
  const found = (await readOn(page)).matchAll(/§(activity|[a-z_]+\.[a-z_[\]]+)§/g)
  return [...found].map(([, column = '']) => column)
}

/** Opens a screen as somebody, once all of it is there. */
async function openWhole(page: Page, who: string, path: string): Promise<void> {
  await openAs(page, demo, demo.as(who), path)
  await page.getByRole('heading').first().waitFor()
  await isWhole(page)
}
const isWhole = (page: Page) =>
  expect(page.locator('[aria-busy="true"], [data-going]')).toHaveCount(0, { timeout: 120_000 })

/** Shown where a button is pressed first, in a download or a mail, or nowhere; or the demo has none. */
const elsewhere: readonly string[] = [
  ...['assignments.ended_reason', 'assignments.override_reason', 'bank_lines.payer', 'conflicts.reason'],
  ...['email_events.answer', 'emails.last_answer', 'payers.address', 'payers.name', 'payers.tax_number'],
  ...['payments.note', 'payments.reopen_reason', 'review_draft_texts.comments', 'review_drafts.comments'],
  ...['submission_texts.hidden', 'submission_texts.read_page', 'submission_texts.read_text', 'users.phone'],
]

test('what anybody sees of others’ texts is text, and all of it is seen by somebody', async ({ page }) => {
  test.setTimeout(900_000)
  const misdeeds = misdeedsOf(page)
  const seen = new Set<string>()
  const found: unknown[] = []
  for (const [who, paths] of Object.entries(screens))
    for (const path of paths) {
      misdeeds.length = 0
      await openWhole(page, who, path)
      const { made, ran } = await madeOfText(page)
      if (made.length > 0 || ran || misdeeds.length > 0)
        found.push({ who, path, made, ran, misdeeds: [...misdeeds] })
      for (const column of await columnsOn(page)) seen.add(column)
    }
  const all = [...typedColumns, 'activity'].filter((column) => !elsewhere.includes(column))
  expect({ found, unseen: all.filter((column) => !seen.has(column)) }).toEqual({ found: [], unseen: [] })
})

/** The buttons of a page that a text has no part in, once for each word on them. */
const buttonsOf = (page: Page) =>
  page.evaluate(() => {
    const words = [...document.querySelectorAll<HTMLElement>('main button:enabled:not([type=submit])')]
      .filter((button) => button.checkVisibility())
      .map((button) => button.innerText.trim())
    return [...new Set(words)].filter((word) => word !== '' && !word.includes('§'))
  })

test('what a button opens shows others’ texts as text', async ({ page }) => {
  test.setTimeout(900_000)
  const misdeeds = misdeedsOf(page)
  const pressed = new Set<string>()
  const found: unknown[] = []
  let dialogs = 0
  for (const [who, paths] of Object.entries(screens))
    for (const path of paths) {
      // A screen that differs by its paper alone has the same buttons where it has the same words.
      const screen = path.replace(/(?<=Id=)[^&]*/g, '')
      await openWhole(page, who, path)
      for (const word of await buttonsOf(page)) {
        const deed = `${who} at ${screen}: ${word}`
        if (pressed.has(deed)) continue
        pressed.add(deed)
        misdeeds.length = 0
        if (page.url() !== demo.url + path) await openWhole(page, who, path)
        const button = page.locator('main').getByRole('button', { name: word }).first()
        if (!(await button.isVisible())) continue
        await button.click()
        await isWhole(page)
        const dialog = page.locator('dialog[open]')
        if (await dialog.isVisible()) dialogs += 1
        const { made, ran } = await madeOfText(page)
        if (made.length > 0 || ran || misdeeds.length > 0)
          found.push({ deed, made, ran, misdeeds: [...misdeeds] })
        if (await dialog.isVisible()) await openWhole(page, who, path)
      }
    }
  expect(found).toEqual([])
  expect(dialogs).toBeGreaterThan(40)
})

test('what the palette finds is shown as text', async ({ page }) => {
  const misdeeds = misdeedsOf(page)
  for (const [who, column] of [
    ['chair', 'submissions.title'],
    ['chair', 'users.name'],
    ['ada', 'submissions.title'],
  ] as const) {
    await openWhole(page, who, screens[who]?.[0] ?? '')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search for/ }).fill(`§${column}§`)
    await expect(
      page
        .getByRole('option')
        .filter({ hasText: `§${column}§` })
        .first(),
    ).toBeVisible()
    expect(await madeOfText(page)).toEqual({ made: [], ran: false })
  }
  expect(misdeeds).toEqual([])
})
