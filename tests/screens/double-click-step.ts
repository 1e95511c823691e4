import { expect, type Locator, type Page, type Response } from '@playwright/test'
import type { api } from '#shared/api.ts'
import type { Role } from '#shared/core/roles.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { type BrowserPortal, openAs, type Session } from './browser-portal.ts'
import { deedOf, hold } from './pressing.ts'
import { frame } from './settling.ts'

/** Where a step stands: a portal without the demo conference, an organiser and somebody of the payments desk. */
export interface Ground extends BrowserPortal {
  admin: MadePerson
  staff: MadePerson
}

/** A button that wants something the demo conference has not, or what no generic walk fills in. */
export interface Step {
  /** The calls that it makes, in their order: all but the last are let through as it is pressed. */
  sends: readonly (keyof typeof api)[]
  /** Which button of a call that has several. */
  of?: string
  /** It is a link: the space bar does not press it. */
  isLink?: true
  /** Makes what it needs, once, of its own, and says how one comes to it. */
  plant: (ground: Ground) => Promise<Way>
}

/** How one comes to a button. */
interface Way {
  /** undefined is somebody not logged in. */
  as?: Session
  path: string
  /** Before the page opens. */
  given?: (page: Page) => Promise<unknown>
  /** After it opened. */
  reach?: (page: Page) => Promise<unknown>
  button: (page: Page) => Locator
}

/** Somebody of a step's own. */
export const someone = ({ t }: Ground, role: Role): Promise<MadePerson> => makePerson(t, { role })

/** What is open over the page. */
export const dialog = (page: Page): Locator => page.locator('dialog[open]')

/** Presses a button by its whole name. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

const manners: Readonly<Record<string, (button: Locator, page: Page) => Promise<unknown>>> = {
  'a double click': (button) => button.dblclick(),
  'two clicks at once': (button) =>
    button.evaluate((one: HTMLElement) => {
      one.click()
      one.click()
    }),
  'Enter held down': async (button, page) => {
    await button.focus()
    for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
  },
  'the space bar twice': async (button, page) => {
    await button.focus()
    for (let times = 0; times < 2; times += 1) await page.keyboard.press('Space')
  },
}

/** As it is when a line is fast: the answer and all that follows come between the two clicks. */
const BETWEEN = 'an answer between two clicks'

type Told = Record<string, readonly string[]>

/** What a step is to come to: each manner of pressing sends its calls once, and the last has them done once. */
export const onceEach = ({ sends, isLink }: Step): Told => ({
  ...Object.fromEntries(mannersFor(isLink).map(([manner]) => [manner, sends])),
  [BETWEEN]: sends.map((name) => `${name} 200`),
})

const mannersFor = (isLink: true | undefined) =>
  Object.entries(manners).filter(([manner]) => isLink === undefined || !manner.includes('space'))

/** Presses a step's button in every manner, each refused; then once more, to be done. Tells what was sent. */
export async function pressStep(
  page: Page,
  settled: () => Promise<void>,
  ground: Ground,
  { sends, isLink, plant }: Step,
): Promise<Told> {
  const way = await plant(ground)
  const told: Told = {}
  const open = async () => {
    await comeTo(page, ground, way)
    // A button may stand only after what the page sends by itself.
    await way.button(page).waitFor()
    await settled()
  }
  let held: Awaited<ReturnType<typeof hold>> | undefined
  for (const [manner, pressing] of mannersFor(isLink)) {
    if (held === undefined || !(await way.button(page).isVisible())) {
      await open()
      held = await hold(page, sends.slice(0, -1))
    }
    const { sent, begin, refuse } = held
    begin()
    await pressing(way.button(page), page)
    await expect.poll(() => sent.length, manner).toBeGreaterThanOrEqual(sends.length)
    await frame(page)
    await refuse()
    await settled()
    told[manner] = sent.map(({ name }) => name)
  }
  await open()
  const done: string[] = []
  const note = (response: Response) => {
    const name = deedOf(response.request())
    if (name !== undefined) done.push(`${name} ${response.status()}`)
  }
  page.on('response', note)
  await way.button(page).hover()
  await clickNth(page, 1)
  await expect.poll(() => done.length).toBeGreaterThanOrEqual(sends.length)
  await settled()
  await clickNth(page, 2)
  await settled()
  page.off('response', note)
  return { ...told, [BETWEEN]: done }
}

/** A click where the mouse is, as the browser counts clicks that follow each other in one place. */
async function clickNth(page: Page, clickCount: number): Promise<void> {
  await page.mouse.down({ clickCount })
  await page.mouse.up({ clickCount })
}

async function comeTo(page: Page, ground: Ground, { as, path, given, reach }: Way): Promise<void> {
  // What the page would still send must not arrive once nothing holds it.
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(`${ground.url}/icon.svg`)
  await page.evaluate(() => localStorage.clear())
  await given?.(page)
  if (as === undefined) await page.goto(ground.url + path)
  else await openAs(page, ground, as, path)
  await reach?.(page)
}
