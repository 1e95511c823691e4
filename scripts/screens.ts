import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { catalogue } from '#tests/screens/catalogue.ts'
import { openDemoPortal } from '#tests/screens/demo-portal.ts'
import { openState } from '#tests/screens/open-state.ts'
import makeBrowserTemplate from '#tests/setup/browser-template.ts'
import { findBrowser } from './find-browser.ts'

/**
 * `npm run screens [part of a name …]`: pictures of every state of the catalogue, at three widths and in both themes,
 * into ./screens, with a page that shows them all.
 */
const FOLDER = 'screens'
const widths = [360, 820, 1440]
const themes = ['light', 'dark'] as const

const wanted = process.argv.slice(2)
const states = catalogue.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)
if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })

const removeTemplate = await makeBrowserTemplate()
const demo = await openDemoPortal()
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
const faults: string[] = []
for (const state of states) {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  try {
    await openState(page, demo, state)
    // A dialog covers the window, not the page: of a page longer than that the rest would be bare.
    const fullPage = (await page.locator('dialog[open]').count()) === 0
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
      // A page made longer for its picture is painted late in parts: the first picture of a size is thrown away.
      await page.screenshot({ fullPage })
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        const path = join(FOLDER, `${state.name}-${width}-${theme}.png`)
        await page.screenshot({ path, fullPage, animations: 'disabled' })
      }
    }
    process.stdout.write(`${state.name}\n`)
  } catch (error) {
    faults.push(`${state.name}: ${String(error)}`)
  }
  await context.close()
}
await browser.close()
await demo.close()
await removeTemplate()

const rows = catalogue.map(({ name }) => {
  const pictures = widths.flatMap((width) =>
    themes.map((theme) => `<img loading="lazy" src="${name}-${width}-${theme}.png" alt="${width} ${theme}">`),
  )
  return `<h2>${name}</h2><div>${pictures.join('')}</div>`
})
await writeFile(
  join(FOLDER, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Screens</title><style>body{font:14px system-ui}div{display:flex;gap:8px;align-items:start;overflow-x:auto}img{height:420px;border:1px solid #ccc}</style>${rows.join('')}`,
)
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exitCode = 1
}
