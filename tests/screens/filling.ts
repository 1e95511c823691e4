import type { Page } from '@playwright/test'
import { png } from '../../trust/files/hostile-pictures.ts'
import { leftBehind } from './pressing.ts'

const picture = { name: 'me.png', mimeType: 'image/png', buffer: png(1, 1) }
const paper = 'tests/fixtures/tracemonkey.pdf'

/** Gives every empty field of the dialog, or of the page's forms, something that fits. */
export async function fillAll(page: Page): Promise<void> {
  const dialog = page.locator('dialog[open]').last()
  const files =
    (await dialog.count()) > 0 ? dialog.locator('input[type=file]') : page.locator('form input[type=file]')
  // Elements, not places: a file that was looked through meanwhile takes the place of what takes it, and none comes again.
  for (const file of await files.elementHandles()) {
    const { accept, isEmpty } = await file.evaluate((one) => ({
      accept: one instanceof HTMLInputElement ? one.accept : '',
      isEmpty: one instanceof HTMLInputElement && one.files?.length === 0,
    }))
    if (!isEmpty) continue
    if (accept.includes('image')) await file.setInputFiles(picture).catch(leftBehind(undefined))
    else if (accept.startsWith('.pdf')) await file.setInputFiles(paper).catch(leftBehind(undefined))
  }
  await page.evaluate(() => {
    const within = [...document.querySelectorAll('dialog[open]')].at(-1)
    const all = (within ?? document).querySelectorAll<
      HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
    >(
      within === undefined
        ? 'form input, form textarea, form select, main textarea'
        : 'input, textarea, select',
    )
    const put = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string) => {
      const kind =
        field instanceof HTMLInputElement
          ? HTMLInputElement
          : field instanceof HTMLTextAreaElement
            ? HTMLTextAreaElement
            : HTMLSelectElement
      Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
      field.dispatchEvent(
        new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
      )
    }
    for (const field of all) {
      if (
        field.disabled ||
        field.ariaDisabled === 'true' ||
        (field.value !== '' && field.type !== 'checkbox')
      )
        continue
      const label = `${field.labels?.[0]?.textContent ?? ''} ${field.ariaLabel ?? ''}`
      if (/\((optional\)|empty:)/.test(label)) continue
      if (field.type === 'checkbox') {
        if (field instanceof HTMLInputElement && !field.checked && within !== undefined) field.click()
      } else if (field instanceof HTMLSelectElement)
        put(field, [...field.options].find(({ value }) => value !== '')?.value ?? '')
      else if (['file', 'radio', 'search', 'hidden'].includes(field.type)) continue
      else if (/confirm/.test(label) && /'(\w+)'/.test(label)) put(field, /'(\w+)'/.exec(label)?.[1] ?? '')
      else if (field.type === 'email' || /e-?mail/i.test(label)) put(field, 'new@south.example')
      else if (field.type === 'password') put(field, 'violet anchor ladder 3')
      else if (field.type === 'date') put(field, '2026-04-20')
      else if (field.type === 'datetime-local') put(field, '2099-05-03T23:59')
      else if (field.type === 'url') put(field, 'https://south.example/')
      else if (/holidays/i.test(label)) put(field, '2026-12-25')
      else if (/orcid|phone|tax/i.test(label)) continue
      else if (/score|at most|reviewers per|papers per|days/i.test(label)) put(field, '5')
      else if (/amount/i.test(label)) put(field, '250')
      else if (/code/i.test(label)) put(field, '123456')
      else if (/pin/i.test(label)) put(field, 'ABCDEFGH')
      else put(field, 'Words for it')
    }
  })
}
