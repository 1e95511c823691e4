import { addressOf } from '#client/api/address-of.ts'

/** Lets the browser download what a link of the portal opens, with its own progress; the page stays. */
export function saveAs(downloadUrl: string): void {
  const link = document.createElement('a')
  link.href = addressOf(downloadUrl)
  link.download = ''
  link.click()
}
