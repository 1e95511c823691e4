import { expect, type Page, test } from '@playwright/test'
import { TOTP } from 'otpauth'
import { me, resetPassword } from '#shared/people/contract.ts'
import { confirmSecondFactor, startSecondFactor } from '#shared/people/second-factor-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openLink } from '#tests/signed-links.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { realFile } from '../../trust/conference.ts'
import { type BrowserPortal, openBrowserPortal } from './browser-portal.ts'

/** What the browser keeps of a person (ASVS 14.2.1, 14.3.1 to 14.3.3): while they are logged in, and once they have left. */
let portal: BrowserPortal
let clara: MadePerson
let paper: MadeSubmission
let totp: TOTP
/** Secrets by what they are; tokens and links as they come in the answers. */
const secrets = new Map<string, string>()

const PASSWORD = 'another turnip entirely'
/** By design: the session itself. */
const TOKENS = ['accessToken', 'refreshToken']
/** By design, after the log-out too: it makes the device known to the next log-in and opens nothing. */
const OF_THE_DEVICE = ['device', 'loggedOutAt']

test.beforeAll(async () => {
  portal = await openBrowserPortal()
  const { t } = portal
  clara = await makePerson(t, { role: 'admin', name: 'Clara Chair' })
  const [author, reviewer] = [
    await makePerson(t, { role: 'author' }),
    await makePerson(t, { role: 'reviewer' }),
  ]
  paper = await submissionAt(t, 'paper_submitted', { author, reviewer, admin: clara }, () =>
    realFile(t, 'a paper'),
  )
  const begun = await t.call(startSecondFactor, { as: clara.token, body: { password: clara.password } })
  totp = new TOTP({ secret: begun.body.key })
  const on = await t.call(confirmSecondFactor, { as: clara.token, body: { code: code() } })
  secrets.set('the key of the codes', begun.body.key)
  for (const [nth, one] of on.body.recoveryCodes.entries()) secrets.set(`recovery code ${nth}`, one)
  secrets.set('the password', clara.password)
  secrets.set('the new password', PASSWORD)
  secrets.set('a wrong password', 'a wrong guess at it')
})
test.afterAll(() => portal.close())

/** The next code of the app; each is good once. */
function code(): string {
  portal.t.clock.advance(30_000)
  return totp.generate({ timestamp: portal.t.clock.now.getTime() })
}

/** Notes every token and every link that lets its holder in, as the portal gives them. */
function noteAnswers(page: Page): Set<string> {
  const links = new Set<string>()
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return
    const text = await response.text().catch(() => '')
    for (const [, name = '', value = ''] of text.matchAll(/"(token|refreshToken)":"([^"]+)"/g))
      secrets.set(`${name} ${value.slice(-8)}`, value)
    for (const [link] of text.matchAll(/\/api\/(?:files|exports|my-data|receipts|calendar)\/[\w.~-]{20,}/g)) {
      links.add(link)
      secrets.set(`the link ${link.slice(0, 20)}…${link.slice(-8)}`, link.split('/').at(-1) ?? '')
    }
  })
  return links
}

/** Everywhere a page can leave something, by place. */
async function kept(page: Page): Promise<Record<string, string>> {
  const stored = await page.evaluate(async () => ({
    ...Object.fromEntries(
      Object.entries(localStorage).map(([key, value]) => [`local ${key}`, String(value)]),
    ),
    ...Object.fromEntries(
      Object.entries(sessionStorage).map(([key, value]) => [`tab ${key}`, String(value)]),
    ),
    ...Object.fromEntries((await indexedDB.databases()).map(({ name }) => [`database ${name}`, ''])),
    ...Object.fromEntries((await caches.keys()).map((name) => [`cache ${name}`, ''])),
    ...Object.fromEntries(
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => [`worker ${scope}`, '']),
    ),
    ...(window.name === '' ? {} : { 'name of the tab': window.name }),
    ...(history.state === null ? {} : { 'state of the history': JSON.stringify(history.state) }),
  }))
  const cookies = (await page.context().cookies()).map(({ name, value }) => [`cookie ${name}`, value])
  const tab = await page.context().newCDPSession(page)
  const { entries } = await tab.send('Page.getNavigationHistory')
  await tab.detach()
  const visited = entries.map(({ url }, nth) => [`address ${nth}`, decodeURIComponent(url)])
  return { ...stored, ...Object.fromEntries(cookies), ...Object.fromEntries(visited) }
}

/** Secrets that lie where they should not. */
function told(all: Record<string, string>, but: readonly string[] = []): string[] {
  return Object.entries(all).flatMap(([place, text]) =>
    but.includes(place)
      ? []
      : [...secrets]
          .filter(([, secret]) => [secret, btoa(secret)].some((one) => text.includes(one)))
          .map(([what]) => `${what} in ${place}`),
  )
}

/** What the tab keeps by name, beside its history. */
const placesOf = (all: Record<string, string>) =>
  Object.keys(all)
    .filter((place) => !/^address |^state of/.test(place))
    .sort()

const allowed = (...keys: string[]) => keys.map((key) => `local ${key}`).sort()

/** Addresses of which the browser has a copy that it would show without asking. */
const copiesOf = (page: Page, addresses: string[]) =>
  page.evaluate(async (all) => {
    const found: string[] = []
    for (const one of all) {
      const answer = await fetch(one, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => undefined)
      if (answer?.ok === true) found.push(one)
    }
    return found
  }, addresses)

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(clara.email)
  for (const one of ['a wrong guess at it', password]) {
    await page.getByLabel('Password', { exact: true }).fill(one)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    if (one !== password) await page.getByRole('alert').first().waitFor()
  }
  await page.getByLabel('Code', { exact: true }).fill(code())
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Log out' }).first().waitFor()
}

const download = async (page: Page, press: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  await file.path()
}

test('a secret that lies anywhere is found, and a copy that the browser keeps', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${portal.url}/icon.svg?a=${encodeURIComponent(secrets.get('a wrong password') ?? '')}`)
  await page.goto(portal.url)
  await page.evaluate((text) => {
    history.pushState({ text }, '')
    localStorage.setItem('x', text)
    sessionStorage.setItem('y', btoa(text))
    // biome-ignore lint/suspicious/noDocumentCookie: what is planted is a cookie
    document.cookie = `z=${encodeURIComponent(text)}`
  }, secrets.get('a wrong password') ?? '')
  expect(told(await kept(page))).toEqual([
    'a wrong password in local x',
    'a wrong password in tab y',
    'a wrong password in state of the history',
    'a wrong password in address 1',
  ])
  expect(placesOf(await kept(page))).toEqual(['cookie z', 'local x', 'tab y'])
  const [script] = await page.evaluate(() => [...document.scripts].map(({ src }) => src).filter(Boolean))
  expect(await copiesOf(page, [script ?? ''])).toEqual([script])
  await context.close()
})

test('the browser keeps the session and nothing else, and nothing of it after the log-out', async ({
  browser,
}) => {
  const { t, url } = portal
  const context = await browser.newContext()
  const page = await context.newPage()
  const links = noteAnswers(page)
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/')) asked.add(request.url())
  })
  const holdsTheSessionAlone = async (...more: string[]) => {
    const all = await kept(page)
    expect(told(all, allowed(...TOKENS))).toEqual([])
    expect(placesOf(all)).toEqual(allowed(...TOKENS, 'device', 'roles', ...more))
  }

  await page.goto(url)
  await logIn(page, clara.password)
  await holdsTheSessionAlone()

  await page.goto(`${url}/admin/papers?view=paper&paperId=${paper.paperId}`)
  await page.locator('.page canvas').first().waitFor()
  await page.goto(`${url}/admin/papers`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await download(page, () => page.getByRole('button', { name: 'Download', exact: true }).click())
  await page.goto(`${url}/profile`)
  await download(page, () => page.getByRole('button', { name: /^Download/ }).click())
  expect([...links].map((link) => link.split('/')[2])).toEqual(
    expect.arrayContaining(['exports', 'files', 'my-data']),
  )
  await holdsTheSessionAlone()

  // As a deed over many entries and the edits of a proposal are kept for a reload.
  await page.evaluate(() => {
    localStorage.setItem('begun:reject', '{"items":[{"id":"A26-0001","name":"Bridges"}]}')
    sessionStorage.setItem('proposal-edits:1', '{}')
  })
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  const left = await kept(page)
  expect(told(left)).toEqual([])
  expect(placesOf(left)).toEqual(allowed(...OF_THE_DEVICE))
  expect(await copiesOf(page, [...asked, ...[...links].map((link) => url + link)])).toEqual([])
  for (const [what, token] of secrets)
    if (what.startsWith('token ')) expect((await t.call(me, { as: token })).status).toBe(401)
  for (const link of links) expect(await openLink(t, link)).toBeGreaterThanOrEqual(400)

  await page.goto(`${url}/forgot-password`)
  await page.getByLabel('E-mail').fill(clara.email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect.poll(resetToken, { timeout: 120_000 }).not.toBe('')
  const token = await resetToken()
  await page.goto(`${url}/reset-password?token=${token}`)
  await page.locator('input[autocomplete=new-password]').fill(PASSWORD)
  await page.locator('form button[type=submit]').click()
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  await logIn(page, PASSWORD)
  await holdsTheSessionAlone('loggedOutAt')
  // The link stays in the tab's history, as every link of a mail; it is used up.
  const used = await t.call(resetPassword, { body: { token, password: 'one more turnip entirely' } })
  expect(used.status).toBe(422)
  await context.close()
})

async function resetToken(): Promise<string> {
  // The mail is written once nobody waits for the answer any more.
  await portal.t.drain()
  const mail = (await portal.t.mails()).findLast(({ text }) => text.includes('/reset-password?token='))
  return /reset-password\?token=([\w.~-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
