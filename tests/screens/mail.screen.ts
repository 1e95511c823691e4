import { expect, type Page, test } from '@playwright/test'
import { letterOf } from '#server/features/mail/letter.ts'
import { queueMails } from '#server/features/mail/queue-mail.ts'
import { renderMail } from '#server/features/mail/render-mail.ts'
import { organisersMessage } from '#server/features/mail-desk/messages.ts'
import { messageKinds } from '#server/messages.ts'
import { editEmail } from '#shared/mail/contract.ts'
import { saveEmailTemplate } from '#shared/mail/desk-contract.ts'
import { saveProfile } from '#shared/people/contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { barriers } from './barriers.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
let smtp: SmtpPeer
let cast: Cast
test.beforeEach(async () => {
  smtp = await openSmtpPeer()
  portal = await openBrowserPortal({ env: { SMTP_URL: smtp.url } })
  const { t } = portal
  cast = {
    author: await makePerson(t, { role: 'author', name: 'Ada Author', email: 'ada@north.example' }),
    reviewer: await makePerson(t, { role: 'reviewer', name: 'Rita Reader', email: 'rita@alpine.example' }),
    admin: await makePerson(t, { role: 'admin', name: 'Clara Chair' }),
  }
})
test.afterEach(async () => {
  await portal.close()
  await smtp.close()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const arrived = (subject: RegExp) => smtp.next((mail) => subject.test(mail.subject ?? ''))

test('a refused mail is found, its tries are read, and all that failed are sent again', async ({ page }) => {
  smtp.answerWith({ code: 550, message: 'no such mailbox' })
  const { abstractId } = await submissionAt(portal.t, 'abstract_submitted', cast)
  await portal.t.drain()
  smtp.answerWith(undefined)
  await openAs(page, portal, cast.admin, '/admin/mail')
  await page.getByLabel('Show').selectOption('Failed')
  await page.getByRole('link', { name: `${abstractId}: we have received your abstract` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `${abstractId}: we have received your abstract`,
  )
  const history = page.getByRole('list', { name: 'What became of it' })
  await expect(history).toContainText('Refused; no other try follows')
  await expect(history).toContainText('“550 no such mailbox”')
  await expect(page.getByRole('term').filter({ hasText: 'Message-ID' })).toBeVisible()
  await expect(
    page.getByRole('definition').filter({ hasText: 'Ada Author <ada@north.example>' }),
  ).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('Dear Ada Author,')).toBeVisible()
  // The whole mail is seen, at any width, and nothing in it runs.
  const frame = page.locator('iframe')
  const hidden = () =>
    frame.evaluate((shown: HTMLIFrameElement) => {
      const content = shown.contentDocument?.documentElement.getBoundingClientRect().height ?? 0
      return Math.ceil(content) - shown.clientHeight
    })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(hidden).toBe(0)
  }
  await expect(frame).toHaveAttribute('sandbox', 'allow-same-origin')
  await page.goBack()
  await press(page, 'Send the failed mail again')
  await expect(page.getByRole('alertdialog')).toContainText('The mail is tried once more.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('1 mail is on the way again.')).toBeVisible()
  await portal.t.drain()
  await arrived(/we have received your abstract/)
})

test('a decision’s mail is changed before it goes, and released', async ({ page }) => {
  const as = cast.admin.token
  const { settings, revision } = (await portal.t.call(readSettings, { as })).body
  const body = { settings: { ...settings, holdDecisionMails: true }, revision }
  await portal.t.call(saveSettings, { as, body })
  const { abstractId } = await submissionAt(portal.t, 'abstract_submitted', cast)
  await portal.t.call(approveAbstract, { as, params: { abstractId }, body: {} })
  await openAs(page, portal, cast.admin, '/admin/mail')
  await page.getByRole('link', { name: 'See the held mails' }).click()
  await page.getByRole('link', { name: /accepted – upload your full paper/ }).click()
  await page.getByLabel('Text').fill('Dear Ada,\n\nwe liked <b>it</b> very much.')
  await press(page, 'Save')
  await expect(page.getByText('The mail was changed.')).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('we liked <b>it</b> very much.')).toBeVisible()
  await page.getByLabel('Subject').fill('Not saved')
  await press(page, 'Send it now')
  await expect(page.getByRole('alert')).toHaveText(/Your changes are not saved/)
  await page.getByLabel('Subject').fill('Abstract accepted – upload your full paper')
  await press(page, 'Save')
  await expect(page.getByRole('heading', { level: 1, name: 'Abstract accepted' })).toBeVisible()
  await press(page, 'Do not send')
  await expect(page.getByRole('alertdialog')).toContainText('never sent, and cannot be sent later')
  await press(page, 'Cancel')
  await press(page, 'Send it now')
  await expect(page.getByText('1 mail is on the way.')).toBeVisible()
  await portal.t.drain()
  expect((await arrived(/accepted – upload/)).text).toContain('we liked <b>it</b> very much.')
})

test('the form of a held mail follows what a colleague saved while nothing is typed in it, and keeps what is', async ({
  page,
}) => {
  const as = cast.admin.token
  const { settings, revision } = (await portal.t.call(readSettings, { as })).body
  const body = { settings: { ...settings, holdDecisionMails: true }, revision }
  await portal.t.call(saveSettings, { as, body })
  const { abstractId } = await submissionAt(portal.t, 'abstract_submitted', cast)
  await portal.t.call(approveAbstract, { as, params: { abstractId }, body: {} })
  const emailId = (await portal.t.mails()).find(({ state }) => state === 'held')?.id ?? ''
  const theirs = (text: string, seen: number) =>
    portal.t.call(editEmail, {
      as,
      params: { emailId },
      body: { subject: 'Theirs', body: text, revision: seen },
    })
  const comeBack = async () => {
    await page.clock.fastForward('01:00')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  }
  await page.clock.install()
  await openAs(page, portal, cast.admin, `/admin/mail?view=mail&emailId=${emailId}`)
  const text = page.getByLabel('Text', { exact: true })
  await expect(text).toHaveValue(/Dear/)
  // As where a date moved: the words are others, and nobody saved any.
  await portal.t.call(saveProfile, {
    as: cast.author.token,
    body: { firstName: 'Augusta', lastName: 'King', organization: 'North' },
  })
  await comeBack()
  await expect(text).toHaveValue(/Dear Augusta King,/)
  await theirs('Dear Ada,\n\nwe like it.', 0)
  await comeBack()
  await expect(text).toHaveValue('Dear Ada,\n\nwe like it.')
  await expect(page.getByLabel('Subject')).toHaveValue('Theirs')

  await text.fill('Dear Ada,\n\nmine.')
  await theirs('Dear Ada,\n\ntheirs again.', 1)
  await comeBack()
  await expect(page.frameLocator('iframe').getByText('theirs again.')).toBeVisible()
  await expect(text).toHaveValue('Dear Ada,\n\nmine.')
  await press(page, 'Save')
  await expect(page.getByText('Somebody else changed this meanwhile. Theirs:')).toBeVisible()
})

test('mails that the server puts off are told of though newer ones went out, and all are tried at once', async ({
  page,
}) => {
  const { t } = portal
  smtp.answerWith({ code: 451, message: 'later' })
  const { abstractId } = await submissionAt(t, 'abstract_submitted', cast)
  await t.drain()
  smtp.answerWith(undefined)
  const put = (await t.mails()).filter(({ state }) => state === 'queued')
  expect(put.length).toBeGreaterThan(0)
  t.clock.advance(60_000)
  const newer = Array.from({ length: 31 }, (_, at) => `person${at}@south.example`)
  await t.transact((ctx) =>
    queueMails(
      ctx,
      newer.map((address) => ({ address, name: 'Somebody' })),
      organisersMessage.of({ subject: 'Newer', message: 'News.' }, 'https://portal.example'),
    ),
  )
  await t.drain()
  await openAs(page, portal, cast.admin, '/admin/mail')
  await expect(page.getByText('“451 later”').first()).toBeVisible()
  await page.getByRole('link', { name: 'See them' }).click()
  await press(page, put.length === 1 ? 'Try the waiting mail now' : `Try all ${put.length} waiting mails now`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByText(/on the way again/)).toBeVisible()
  await page.goto(`${portal.url}/admin/mail`)
  await expect(page.getByRole('link', { name: 'Newer' }).first()).toBeVisible()
  await expect(page.getByText('the mail server did not take')).toHaveCount(0)
  await t.drain()
  await arrived(new RegExp(`${abstractId}: we have received`))
})

test('a text is previewed, its placeholders are checked, and a colleague’s newer one is shown before it is replaced', async ({
  page,
}) => {
  await openAs(page, portal, cast.admin, '/admin/mail?view=texts')
  await page.getByRole('link', { name: 'An abstract was rejected.' }).click()
  const text = page.getByLabel('Text', { exact: true })
  await text.fill('Dear {nme},\n\n{comments}')
  await press(page, 'Preview')
  await expect(page.getByText('{nme} is no placeholder of this message.').first()).toBeVisible()
  await text.fill('Dear {name},\n\nwe are sorry. {comments}')
  await press(page, 'Preview')
  await expect(page.frameLocator('iframe').getByText('Dear Ada Author,')).toBeVisible()
  // The whole mail is seen, at any width, and nothing in it runs.
  const frame = page.locator('iframe')
  const hidden = () =>
    frame.evaluate((shown: HTMLIFrameElement) => {
      const content = shown.contentDocument?.documentElement.getBoundingClientRect().height ?? 0
      return Math.ceil(content) - shown.clientHeight
    })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(hidden).toBe(0)
  }
  await expect(frame).toHaveAttribute('sandbox', 'allow-same-origin')

  const newer = { subject: 'Theirs', body: 'Dear {name}: {comments}', button: 'Go', revision: 0 }
  await portal.t.call(saveEmailTemplate, {
    as: cast.admin.token,
    params: { key: 'abstract_decline' },
    body: newer,
  })
  // Whatever reads the page anew meanwhile, what was typed stays.
  await Promise.all([
    page.waitForResponse(
      (answer) => answer.url().endsWith('/abstract_decline') && answer.request().method() === 'GET',
    ),
    press(page, 'Preview'),
  ])
  await expect(page.getByText('Last changed')).toBeVisible()
  await expect(text).toHaveValue('Dear {name},\n\nwe are sorry. {comments}')
  await press(page, 'Save the text')
  await expect(page.getByText('Somebody else changed this meanwhile. Theirs:')).toBeVisible()
  await expect(page.getByText('Dear {name}: {comments}')).toBeVisible()
  await expect(text).toHaveValue('Dear {name},\n\nwe are sorry. {comments}')
  await press(page, 'Keep mine')
  await press(page, 'Save the text')
  await expect(page.getByText('The text was saved. Mails written from now on use it.')).toBeVisible()
  await expect(text).toHaveValue('Dear {name},\n\nwe are sorry. {comments}')
  await press(page, 'Back to the portal’s own text')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Back to the portal’s own text' }).click()
  await expect(text).toHaveValue(/Your abstract \{submission\} was not accepted/)
})

test('a message to a group shows whom it reaches before it can be sent, and is on record after', async ({
  page,
}) => {
  await submissionAt(portal.t, 'paper_submitted', cast)
  await openAs(page, portal, cast.admin, '/admin/mail?view=write')
  await page.getByLabel('To whom').selectOption('Reviewers')
  await page.getByLabel('With reviews to do').selectOption('yes')
  // As it is pasted from elsewhere: an umlaut in two parts, and a tab.
  await page.getByLabel('Subject').fill('One\tweek left')
  await page.getByLabel('Message', { exact: true }).fill('Please send your reviews, Ju\u0308rg.')
  await press(page, 'Preview')
  await expect(page.getByRole('heading', { name: '1 person gets it' })).toBeVisible()
  await expect(page.getByText('Rita Reader · rita@alpine.example')).toBeVisible()
  await page.getByLabel('Subject').fill('One week left!')
  await expect(page.getByRole('button', { name: 'Send it to 1 person' })).toBeHidden()
  await press(page, 'Preview')
  await press(page, 'Send it to 1 person')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send it to 1 person' }).click()
  await expect(page.getByText('The message is on its way to 1 person: 1 by mail at once.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sent before' })).toContainText('One week left!')
  await portal.t.drain()
  expect((await arrived(/^One week left!$/)).recipient).toBe('rita@alpine.example')
})

test('every message of the portal fits a phone of 360 px, with long words in it, and has one button and no barrier', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const kind of messageKinds) {
    const samples = Object.entries(kind.placeholders).map(([name, { sample }]) => [name, sample.repeat(12)])
    const around = {
      name: 'Ada'.repeat(40),
      conference: 'Conference',
      supportEmail: 'help@conference.example',
    }
    const url = `https://portal.example/author?view=details&token=${'x'.repeat(120)}`
    const letter = letterOf({ kind, values: Object.fromEntries(samples), url }, kind, around)
    await page.setContent(renderMail(letter, around).html)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([kind.key, width]).toEqual([kind.key, 360])
    await expect(page.getByRole('link', { name: letter.button.label })).toHaveCount(1)
    if (kind.key === 'paper_approve')
      expect(await barriers(page, ['wcag2a', 'wcag2aa', 'wcag22aa'])).toEqual([])
  }
})
