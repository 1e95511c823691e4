import { createHash } from 'node:crypto'
import { expect as base, type Page, test } from '@playwright/test'
import { desc } from 'drizzle-orm'
import { files } from '#server/db/schema.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'
import { openSlowLine, type SlowLine } from './slow-line.ts'

/** The system holds some megabytes of a file that the page takes for sent: the rest has to take seconds, on a busy machine too. */
const PER_SECOND = 1_000_000
/** Eight megabytes take four seconds on the line, and the file is looked at in a process of its own. */
const expect = base.configure({ timeout: 30_000 })

let portal: BrowserPortal
let line: SlowLine
let pdf: Buffer
test.beforeAll(async () => {
  portal = await openBrowserPortal()
  line = await openSlowLine(portal.url, PER_SECOND)
  pdf = lengthened(await makePdf({ title: 'A long way' }), 8_000_000)
})
test.afterAll(async () => {
  await line.close()
  await portal.close()
})

/** The same PDF with so many bytes of comment before a second end, which points to the same table (ISO 32000-1 §7.5.5). */
function lengthened(short: Buffer, bytes: number): Buffer {
  const table = /startxref\s+(\d+)/.exec(short.toString('latin1'))?.[1]
  const tail = `\n%${'x'.repeat(bytes)}\nstartxref\n${table}\n%%EOF\n`
  return Buffer.concat([short, Buffer.from(tail)])
}

/** The upload view of a new author, over the slow line. */
async function openUpload(page: Page): Promise<void> {
  line.cutAfter(0)
  const author = await makePerson(portal.t, { role: 'author' })
  await openAs(page, { ...portal, url: line.url }, author, '/author?view=upload-abstract')
}
const choose = (page: Page, buffer: Buffer, name = 'long.pdf', mimeType = 'application/pdf') =>
  page.getByLabel('Abstract file: Browse').setInputFiles({ name, mimeType, buffer })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true })
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Upload progress' })

test('the drop zone says what it takes; Submit waits for a file, which can be removed', async ({ page }) => {
  await openUpload(page)
  await expect(page.getByText('Drag & drop files or Browse')).toBeVisible()
  await expect(page.getByText('Supported format: PDF')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  // It says why: by the keyboard too.
  await submit(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Please upload a PDF file.')
  await choose(page, pdf)
  await expect(submit(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Remove long.pdf' }).click()
  await expect(submit(page)).toBeDisabled()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(`${line.url}/author`)
})

test('leaving with a file that was only chosen asks first', async ({ page }) => {
  await openUpload(page)
  await choose(page, pdf)
  const asked: string[] = []
  page.once('dialog', async (question) => {
    asked.push(question.message())
    await question.dismiss()
  })
  await page.getByRole('link', { name: 'Back' }).click()
  expect(asked).toEqual(['Your file was chosen but not submitted. Leave all the same?'])
  await expect(submit(page)).toBeEnabled()
  page.once('dialog', (question) => question.accept())
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(`${line.url}/author`)
})

test('a file is looked at before it is sent: kind, emptiness and size', async ({ page }) => {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('submit-file')) sent += 1
  })
  await openUpload(page)
  for (const [name, mimeType, buffer, says] of [
    ['notes.txt', 'text/plain', Buffer.from('x'), 'Please upload a PDF file.'],
    ['empty.pdf', 'application/pdf', Buffer.alloc(0), 'The selected file is empty.'],
    ['huge.pdf', 'application/pdf', Buffer.alloc(10 * 1024 * 1024 + 1), 'The file is larger than 10 MB.'],
  ] as const) {
    await choose(page, buffer, name, mimeType)
    await expect(page.getByRole('alert')).toHaveText(says)
    await expect(submit(page)).toBeDisabled()
  }
  // By MIME type or by name.
  await choose(page, pdf, 'named.PDF', '')
  await expect(submit(page)).toBeEnabled()
  await choose(page, pdf, 'typed', 'application/pdf')
  await expect(submit(page)).toBeEnabled()
  // A wrong one leaves the good one before it.
  await choose(page, Buffer.from('x'), 'notes.txt', 'text/plain')
  await expect(page.getByRole('alert')).toHaveText(
    'notes.txt was not taken: Please upload a PDF file. typed is still chosen.',
  )
  await expect(page.getByRole('button', { name: 'Remove typed' })).toBeVisible()
  await expect(submit(page)).toBeEnabled()
  expect(sent).toBe(0)
})

test('a file that is dropped is taken like one that is chosen', async ({ page }) => {
  await openUpload(page)
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['%PDF-1.4'], 'dropped.pdf', { type: 'application/pdf' }))
    return transfer
  })
  await page.getByText('Drag & drop files or Browse').dispatchEvent('drop', { dataTransfer: data })
  await expect(page.getByText('dropped.pdf')).toBeVisible()
})

test('on a slow line the progress is true and never falls; then the dialog leads to the list', async ({
  page,
}) => {
  await openUpload(page)
  await choose(page, pdf)
  // All that the page ever shows is kept as it is shown: a look from outside could come too late.
  await page.evaluate(() => {
    const seen: { value: number; note: string; isHeld: boolean }[] = []
    Reflect.set(window, 'seen', seen)
    const buttons = () => [...document.querySelectorAll('button')]
    new MutationObserver(() => {
      const bar = document.querySelector('progress')
      if (bar === null) return
      const held = buttons().filter(({ ariaLabel, textContent }) =>
        ['Submit', 'Remove long.pdf'].includes(ariaLabel ?? textContent),
      )
      const isHeld = held.length === 2 && held.every(({ disabled }) => disabled)
      seen.push({ value: bar.value, note: bar.parentElement?.textContent ?? '', isHeld })
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'Submitted successfully' })
  await expect(dialog).toContainText('Your file was uploaded. You can track its progress in Ongoing Papers.')
  const seen = await page.evaluate((): { value: number; note: string; isHeld: boolean }[] =>
    Reflect.get(window, 'seen'),
  )
  const values = seen.map(({ value }) => value)
  expect(values).toEqual(values.toSorted((a, b) => a - b))
  expect(new Set(values).size).toBeGreaterThan(3)
  expect(seen.filter(({ isHeld }) => !isHeld)).toEqual([])
  expect(seen.filter(({ note }) => /per second · .* left/.test(note)).length).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(`${line.url}/author?view=ongoing`)
  await expect(page.getByText('abstract submitted')).toBeVisible()
})

test('Back after an upload leads to where one was before the form, Forward to what was said, and not to the form', async ({
  page,
}) => {
  line.cutAfter(0)
  const author = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, author, '/author')
  await page.getByRole('link', { name: 'Submit Abstract' }).first().click()
  await choose(page, await makePdf({ title: 'Once is enough' }), 'once.pdf')
  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'Submitted successfully' })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`${portal.url}/author`)
  await expect(page.getByText('You are logged in as Author')).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(`${portal.url}/author?view=ongoing`)
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('abstract submitted')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(`${portal.url}/author`)
})

test('a line that breaks says so and keeps the file; the next try arrives whole', async ({ page }) => {
  await openUpload(page)
  await choose(page, pdf)
  line.cutAfter(Math.floor(pdf.length * 0.6))
  await submit(page).click()
  // The browser itself tries again on each connection that it had kept open.
  await expect(page.getByRole('alert')).toHaveText('Network error during upload', { timeout: 60_000 })
  await expect(page.getByText('long.pdf')).toBeVisible()
  line.cutAfter(0)
  await submit(page).click()
  await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toBeVisible()
  const [stored] = await portal.t.database.db.select().from(files).orderBy(desc(files.id)).limit(1)
  expect(stored?.sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
})

test('an upload can be cancelled and leaves nothing behind', async ({ page }) => {
  await openUpload(page)
  await choose(page, pdf)
  const letGo = line.hold()
  await submit(page).click()
  await expect(progress(page)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(progress(page)).toHaveCount(0)
  await expect(page.getByText('long.pdf')).toBeVisible()
  letGo()
  await page.goto(`${portal.url}/author?view=ongoing`)
  await page.goto(`${line.url}/author?view=ongoing`)
  await expect(page.getByText('No ongoing abstracts')).toBeVisible()
})

test('a key pressed twice on Submit sends the file and does not cancel it', async ({ page }) => {
  await openUpload(page)
  await choose(page, pdf)
  await submit(page).focus()
  // Between the two no time goes by.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const letGo = line.hold()
  await page.keyboard.press('Space')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Cancel upload' })).toBeFocused()
  await page.clock.resume()
  letGo()
  await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toBeVisible()
})

test('leaving in the middle of an upload asks first', async ({ page }) => {
  await openUpload(page)
  await choose(page, pdf)
  const letGo = line.hold()
  await submit(page).click()
  await expect(progress(page)).toBeVisible()
  const asked: string[] = []
  page.once('dialog', async (dialog) => {
    asked.push(dialog.message())
    await dialog.dismiss()
  })
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Profile' }).click()
  expect(asked).toEqual(['Your file is still being uploaded. Leave and cancel the upload?'])
  await expect(page).toHaveURL(`${line.url}/author?view=upload-abstract`)
  letGo()
  await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toBeVisible()
})

test('a refused abstract says the server’s words, and without any “Submit failed”', async ({ page }) => {
  await openUpload(page)
  await choose(page, Buffer.from('%PDF-1.4 and nothing of a PDF after it'), 'broken.pdf')
  await submit(page).click()
  await expect(page.getByRole('alert')).toContainText('PDF')
  // Sent again it would be refused again.
  await expect(page.getByText('Choose another file.', { exact: true })).toBeVisible()
  await page.route('**/submit-file*', (route) => route.fulfill({ status: 500, json: {} }))
  await choose(page, pdf)
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Submit failed')
  await expect(page.getByText('Your file is still here.')).toBeVisible()
})

test('a file whose answer got lost is not submitted twice when it is sent again, and stands in the lists', async ({
  page,
}) => {
  await openUpload(page)
  let [submitted, tried] = [0, 0]
  await page.route('**/submit-file*', async (route) => {
    const answer = await route.fetch()
    submitted += answer.ok() ? 1 : 0
    if (submitted === 1) return route.abort('connectionreset')
    tried += 1
    // Says nothing of what arrived before.
    if (tried === 1) return route.fulfill({ status: 429, json: { message: 'Too many.', error: 'too_many' } })
    await route.fulfill({ response: answer })
  })
  const bytes = [...(await makePdf({ title: 'Sent twice' }))]
  const browse = () =>
    page.getByLabel('Abstract file: Browse').evaluate((input: HTMLInputElement, bytes) => {
      const chosen = new DataTransfer()
      const lastModified = Date.UTC(2026, 0, 1)
      chosen.items.add(
        new File([new Uint8Array(bytes)], 'sent-twice.pdf', { type: 'application/pdf', lastModified }),
      )
      input.files = chosen.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }, bytes)
  await browse()
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Network error during upload')
  // Chosen once more it is the same file.
  await page.getByRole('button', { name: 'Remove sent-twice.pdf' }).click()
  await browse()
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Too many.')
  await submit(page).click()
  await page.getByRole('dialog', { name: 'Submitted successfully' }).waitFor()
  expect(submitted).toBe(3)
  await page.goto(`${line.url}/author?view=ongoing`)
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a paper’s Submit counts the percent; a failure without words says “Upload failed”', async ({
  page,
}) => {
  const { t } = portal
  const author = await makePerson(t, { role: 'author' })
  const admin = await makePerson(t, { role: 'admin' })
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const { abstractId } = await submissionAt(t, 'awaiting_paper', { author, admin, reviewer })
  line.cutAfter(0)
  const path = `/author?view=upload-paper&abstractId=${abstractId}`
  await openAs(page, { ...portal, url: line.url }, author, path)
  await page
    .getByLabel('Paper file: Browse')
    .setInputFiles({ name: 'paper.pdf', mimeType: 'application/pdf', buffer: pdf })
  await page.route('**/paper/submit-file*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Upload failed')
  const letGo = line.hold()
  await submit(page).click()
  await expect(page.getByRole('button', { name: /^Submitting\.\.\. \d+%$/ })).toBeDisabled()
  letGo()
  await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toBeVisible()
})

test('Back, reload and closing the tab ask too, and staying lets the upload end', async ({ page }) => {
  await openUpload(page)
  await page.goto(`${line.url}/author`)
  await page.getByRole('link', { name: 'Submit Abstract' }).click()
  await choose(page, pdf)
  const letGo = line.hold()
  await submit(page).click()
  await expect(progress(page)).toBeVisible()
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.dismiss()
  })
  await page.evaluate(() => history.back())
  await expect.poll(() => asked).toEqual(['confirm'])
  await page.evaluate(() => location.reload())
  await expect.poll(() => asked).toEqual(['confirm', 'beforeunload'])
  letGo()
  await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toBeVisible()
  // What has ended is no longer asked about.
  await page.reload()
  expect(asked).toEqual(['confirm', 'beforeunload'])
})

test('whoever leaves all the same cancels the upload', async ({ page }) => {
  await openUpload(page)
  await choose(page, pdf)
  const letGo = line.hold()
  await submit(page).click()
  await expect(progress(page)).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(`${line.url}/profile`)
  letGo()
  await page.goto(`${portal.url}/icon.svg`)
  await page.goto(`${line.url}/author?view=ongoing`)
  await expect(page.getByText('No ongoing abstracts')).toBeVisible()
})

test('a screen reader hears the quarters of the way, and not each percent', async ({ page }) => {
  await openUpload(page)
  await choose(page, pdf)
  await page.evaluate(() => {
    const heard: string[] = []
    Reflect.set(window, 'heard', heard)
    new MutationObserver(() => {
      for (const output of document.querySelectorAll('output')) {
        const text = output.textContent
        if (text.includes('%') && heard.at(-1) !== text) heard.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await submit(page).click()
  await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toBeVisible()
  const heard = await page.evaluate((): string[] => Reflect.get(window, 'heard'))
  // What the system's own buffers swallow at once is not told apart.
  const quarters = ['25% done', '50% done', '75% done', '100% done']
  expect(heard).toEqual(quarters.filter((quarter) => heard.includes(quarter)))
  expect(heard.length).toBeGreaterThan(1)
})

test('a file that is dropped beside the zone does not open in place of the page', async ({ page }) => {
  await openUpload(page)
  await choose(page, pdf)
  const kept = await page.evaluate(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['%PDF-1.4'], 'beside.pdf', { type: 'application/pdf' }))
    const drop = (type: string) =>
      document.body.dispatchEvent(
        new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }),
      )
    return [drop('dragover'), drop('drop')]
  })
  // False: the browser's own way was prevented.
  expect(kept).toEqual([false, false])
  await expect(page.getByText('long.pdf')).toBeVisible()
})

test('whoever logs in again over an upload is not told any more that the session has ended', async ({
  page,
}) => {
  line.cutAfter(0)
  const author = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, author, '/author?view=upload-abstract')
  await choose(page, await makePdf(), 'short.pdf')
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'ended')
    localStorage.setItem('refreshToken', 'ended')
  })
  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(author.password)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await submit(page).click()
  await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toBeVisible()
})
