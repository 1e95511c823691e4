import type { Page } from '@playwright/test'
import type { StampedPdf } from '../stamped-pdf.ts'

/** A screen that is opened, and what its reader does there; gives how many times the screen had to answer. */
export interface Visit {
  name: string
  path: string
  /** Somebody of demo/people.ts; nobody: before the log-in. */
  who?: string
  act: (page: Page) => Promise<number>
}

const LIMIT_MS = 30_000
const SENTENCE = 'Say more about loops.'
const WORD = ' 2026'

/** Clicks each link of the sidebar, one after the other, and waits until the place is there. */
async function clickThrough(page: Page): Promise<number> {
  const links = page.getByRole('navigation').getByRole('link')
  const count = await links.count()
  for (let at = 0; at < count; at += 1) {
    await links.nth(at).click({ timeout: LIMIT_MS })
    await settled(page)
  }
  return count
}

/** Types into the list’s search, letter by letter, and empties it again. */
async function search(page: Page): Promise<number> {
  const field = page.getByRole('main').locator('input').first()
  await field.click({ timeout: LIMIT_MS })
  await field.pressSequentially('bridge', { delay: 50 })
  await settled(page)
  for (let at = 0; at < 'bridge'.length; at += 1) await field.press('Backspace', { delay: 20 })
  await settled(page)
  return 1 + 2 * 'bridge'.length
}

/** Opens an entry far down the list and goes back to it by the link, twice: the second time it is known. */
async function openAndGoBack(page: Page): Promise<number> {
  const links = page.getByRole('main').locator('article [data-name] a')
  const far = Math.min(40, (await links.count()) - 1)
  for (const at of [far, far]) {
    await links.nth(at).click({ timeout: LIMIT_MS })
    await settled(page)
    await page.getByRole('link', { name: /^Back to/ }).click({ timeout: LIMIT_MS })
    await settled(page)
  }
  return 4
}

/** Asks for the list as a file, and thinks better of it. */
async function openDialog(page: Page): Promise<number> {
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('button', { name: 'Export', exact: true }).click({ timeout: LIMIT_MS })
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor({ timeout: LIMIT_MS })
    await settled(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click({ timeout: LIMIT_MS })
    await settled(page)
  }
  return 4
}

/** Types address and password and logs in. */
async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<number> {
  await page.getByLabel('E-mail').pressSequentially(email, { delay: 20 })
  await page.getByLabel('Password', { exact: true }).pressSequentially(password, { delay: 20 })
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(/\/(author|reviewer|admin)/, { timeout: LIMIT_MS })
  await settled(page)
  return email.length + password.length + 1
}

/** Its heading is there and nothing is under way. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: LIMIT_MS })
  await page.waitForLoadState('networkidle', { timeout: LIMIT_MS })
  // What was done last is drawn, and noted, within two frames.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** Chooses a PDF, sends it, and closes what says so. */
async function upload(page: Page, pdf: StampedPdf): Promise<number> {
  const buffer = Buffer.concat(pdf.next())
  const file = { name: 'bridges.pdf', mimeType: 'application/pdf', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await settled(page)
  await page.getByRole('button', { name: 'Submit', exact: true }).click({ timeout: LIMIT_MS })
  await page.locator('dialog[open]').waitFor({ timeout: LIMIT_MS })
  await settled(page)
  await page.keyboard.press('Escape')
  await settled(page)
  return 2
}

/** Opens a verdict's form, writes a sentence in place of what stands there, and thinks better of it; twice. */
async function decide(page: Page, verdict: string): Promise<number> {
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('button', { name: verdict, exact: true }).click({ timeout: LIMIT_MS })
    await settled(page)
    const field = page.getByRole('main').locator('form textarea').first()
    await field.click({ timeout: LIMIT_MS })
    await field.press('ControlOrMeta+a')
    await field.pressSequentially(SENTENCE, { delay: 30 })
    await settled(page)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click({ timeout: LIMIT_MS })
    await settled(page)
  }
  return 2 * (SENTENCE.length + 4)
}

/** Writes into the first field of a form, takes it back, and presses `save`, if there is such a button. */
async function retype(page: Page, save?: string): Promise<number> {
  const field = page.getByRole('main').locator('form input:not([type=radio]):not([type=checkbox])').first()
  await field.click({ timeout: LIMIT_MS })
  await field.press('End')
  await field.pressSequentially(WORD, { delay: 30 })
  await settled(page)
  if (save !== undefined) {
    await page.getByRole('button', { name: save, exact: true }).click({ timeout: LIMIT_MS })
    await settled(page)
    await field.click({ timeout: LIMIT_MS })
    await field.press('End')
  }
  for (let at = 0; at < WORD.length; at += 1) await field.press('Backspace', { delay: 20 })
  await settled(page)
  if (save !== undefined) {
    await page.getByRole('button', { name: save, exact: true }).click({ timeout: LIMIT_MS })
    await settled(page)
  }
  return 2 + 2 * WORD.length + (save === undefined ? 0 : 4)
}

/** From a submission to its details, which are written in and left as they were, and back. */
async function editDetails(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Edit details', exact: true }).click({ timeout: LIMIT_MS })
  await settled(page)
  const typed = await retype(page)
  await page.getByRole('link', { name: /^Back to/ }).click({ timeout: LIMIT_MS })
  await settled(page)
  return typed + 2
}

/** What is read of the demo conference before it is opened. */
export interface Known {
  author: { email: string; password: string }
  pdf: StampedPdf
  /** One of Ada's whose details may be changed, a paper that Rita is to review, and an abstract that waits. */
  submission: string
  paper: string
  abstract: string
}

/** What is opened and done: the log-in, each role's home, the lists of the desk, and what is decided, sent and changed. */
export function visits({ author, pdf, submission, paper, abstract }: Known): Visit[] {
  const inList = async (page: Page) =>
    (await search(page)) + (await openAndGoBack(page)) + (await openDialog(page))
  const list = (name: string, path: string): Visit => ({ name, path, who: 'chair', act: inList })
  return [
    { name: 'Log-in', path: '/', act: (page) => logIn(page, author) },
    { name: 'Author’s home', path: '/author', who: 'ada', act: clickThrough },
    { name: 'Author’s ongoing list', path: '/author?view=ongoing', who: 'ada', act: clickThrough },
    { name: 'Reviewer’s home', path: '/reviewer', who: 'rita', act: clickThrough },
    { name: 'Organiser’s home', path: '/admin', who: 'chair', act: clickThrough },
    list('Abstracts', '/admin?view=all'),
    list('Papers', '/admin/papers'),
    list('Reviewers', '/admin/reviewers'),
    list('People', '/admin/people'),
    {
      name: 'A submission',
      path: `/author?view=details&abstractId=${submission}`,
      who: 'ada',
      act: editDetails,
    },
    {
      name: 'Sending an abstract',
      path: '/author?view=upload-abstract',
      who: 'ada',
      act: (page) => upload(page, pdf),
    },
    {
      name: 'Reviewing a paper',
      path: `/reviewer?view=paper&paperId=${paper}`,
      who: 'rita',
      act: (page) => decide(page, 'Provisionally Accept'),
    },
    {
      name: 'Deciding on an abstract',
      path: `/admin?view=abstract&abstractId=${abstract}`,
      who: 'chair',
      act: (page) => decide(page, 'Provisionally Accept'),
    },
    { name: 'Settings', path: '/admin/settings', who: 'chair', act: (page) => retype(page, 'Save settings') },
  ]
}
