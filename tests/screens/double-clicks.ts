import type { Browser, Page } from '@playwright/test'
import { catalogue, type ScreenState } from './catalogue.ts'
import type { DemoPortal } from './demo-portal.ts'
import { fillAll } from './filling.ts'
import { openState } from './open-state.ts'
import {
  type Button,
  buttonsOn,
  faultOf,
  type Held,
  hold,
  holdEnter,
  noteClicks,
  pressOnce,
  pressTwice,
  pressTwiceAtOnce,
} from './pressing.ts'
import { frame, watchLine } from './settling.ts'

/** What pressing every button of some screens came to. */
export interface Pressed {
  /** The calls that would have changed something. */
  reached: Set<string>
  faults: string[]
  /** Every kind of button that was pressed: one that stands on many screens or rows is pressed on the first. */
  kinds: Set<string>
}

/** Those only close what stands open. */
const CLOSES = /^(Cancel|Close|Back|Keep it|Stay|Dismiss)\b/
/** As deep do dialogs lead to dialogs. */
const DEEP = 3

/** Those of every list. */
const OF_LISTS =
  /^(Search .*|Export|Date|Changed|Number|Title|Status|Name|Urgency|Recipient|Subject)(\n[↑↓])?$/

/** The same for every entry of a list. */
const kindOf = ({ at, word }: Button) =>
  `${OF_LISTS.test(word) ? 'a list' : at} “${word.replace(/\n[↑↓]$/, '')}”`
    .replace(/\b[AP]\d\d-\d{4}(-\w)?\b/g, '…')
    .replace(/\d+/g, '0')

const dialogsOn = (page: Page) => page.locator('dialog[open]').count()

/** Presses every button of the screens of some people with two clicks; `undefined` is somebody not logged in. */
export async function pressScreensOf(
  isTheirs: (key: string | undefined) => boolean,
  browser: Browser,
  demo: DemoPortal,
): Promise<Pressed> {
  const told: Pressed = { kinds: new Set(), reached: new Set(), faults: [] }
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const settled = watchLine(page)
  await noteClicks(page)
  page.on('dialog', (dialog) => void dialog.accept())
  // A screen that only loads, and the one without a portal, have nothing to press.
  const states = catalogue.filter(({ as, name, loads }) => isTheirs(as) && !loads && name !== 'maintenance')
  for (const state of states) {
    try {
      await pressAll(page, demo, state, told, settled)
    } catch (error) {
      throw new Error(`${state.name} cannot be pressed`, { cause: error })
    }
  }
  await context.close()
  return told
}

/** Presses every button that stands on a screen, and on what it opens, unless one of its kind was pressed before. */
async function pressAll(
  page: Page,
  demo: DemoPortal,
  state: ScreenState,
  told: Pressed,
  settled: () => Promise<void>,
): Promise<void> {
  let held: Held
  let way: readonly Button[] = []
  let url = ''
  const givenUp = new Set<string>()
  const unpressed = async () =>
    (await buttonsOn(page)).filter((one) => {
      const kind = kindOf(one)
      return !CLOSES.test(one.word) && !told.kinds.has(kind) && !givenUp.has(kind)
    })
  /** What was seen and waits to be pressed, and by which buttons it is come to. */
  const waiting = new Map<string, readonly Button[]>()
  const note = (buttons: readonly Button[], by: readonly Button[]) => {
    for (const one of buttons) if (!waiting.has(kindOf(one))) waiting.set(kindOf(one), by)
  }
  const reach = async (by: readonly Button[]) => {
    // What the page would still send must not arrive once nothing holds it.
    await page.goto('about:blank')
    await openState(page, demo, state)
    held = await hold(page)
    await fillAll(page)
    for (const step of by) {
      const found = (await buttonsOn(page)).find((one) => kindOf(one) === kindOf(step))
      if (found === undefined) break
      await pressOnce(page, found)
      await settled()
      await fillAll(page)
    }
    await settled()
    way = by
    url = page.url()
  }
  const stands = async () => `${page.url()} ${(await buttonsOn(page)).map(kindOf).join()}`
  const press = async (button: Button, how: (page: Page, button: Button) => Promise<string[]>) => {
    held.begin()
    const hit = await how(page, button)
    await frame(page)
    await held.refuse()
    // It leaves by itself.
    if (button.word === 'Log out') await page.waitForURL((now) => now.href !== url)
    await settled()
    for (const { name } of held.sent) told.reached.add(name)
    const count = held.sent.length
    const fault = faultOf(held.sent, hit)
    if (fault !== undefined) told.faults.push(`${state.name}, ${kindOf(button)}: ${fault}`)
    return count
  }

  await reach([])
  for (;;) {
    const here = await unpressed()
    note(here, way)
    const [button] = here
    if (button === undefined) {
      const [next] = waiting
      if (next === undefined) return
      const [kind, by] = next
      await reach(by)
      const stands = async () => (await unpressed()).some((one) => kindOf(one) === kind)
      if (await stands()) continue
      // The screen's own way may lead into a dialog.
      await page.keyboard.press('Escape')
      await settled()
      if (await stands()) continue
      waiting.delete(kind)
      givenUp.add(kind)
      continue
    }
    // Again: what a dialog asks for may have been drawn since.
    await fillAll(page)
    told.kinds.add(kindOf(button))
    waiting.delete(kindOf(button))
    const before = await stands()
    const dialogs = await dialogsOn(page)
    const sent = await press(button, pressTwice)
    for (const way of sent > 0 ? [pressTwiceAtOnce, holdEnter] : []) {
      const again = (await buttonsOn(page)).find((one) => kindOf(one) === kindOf(button))
      if (again !== undefined) await press(again, way)
    }
    if ((await stands()) === before) continue
    if (page.url() !== url) {
      if (waiting.size === 0) return
      await reach([])
      continue
    }
    const more = (await dialogsOn(page)) - dialogs
    if (more > 0 && way.length < DEEP) way = [...way, button]
    if (more < 0) way = []
    await fillAll(page)
    note(await unpressed(), more === 0 ? [...way, button] : way)
  }
}
