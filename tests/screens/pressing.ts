import type { Page, Request, Route } from '@playwright/test'
import { api } from '#shared/api.ts'
import { deeds } from '../../trust/requests/deeds.ts'

/** A call that changed something, or would have, as it left the browser. */
export interface Sent {
  /** As the contract names it. */
  name: string
  path: string
  key: string | undefined
}

const changesNothing = new Set(deeds.filter((one) => one.changesNothing).map(({ spec }) => spec.path))
const calls = Object.entries(api).map(([name, { method, path }]) => ({
  name,
  method,
  /** Previews are told in a body and let through, so that what they lead to is reached. */
  isDeed:
    name === 'logout' ||
    (method !== 'GET' && !changesNothing.has(path) && !['readInvitation', 'refreshToken'].includes(name)),
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** What a request is by the contract, if it changes something. */
export const deedOf = (request: Request): string | undefined => {
  const { pathname } = new URL(request.url())
  return calls.find(
    ({ method, pattern, isDeed }) => isDeed && method === request.method() && pattern.test(pathname),
  )?.name
}

/** Every call that changes something. */
export const changing: readonly string[] = calls.filter(({ isDeed }) => isDeed).map(({ name }) => name)

const answer = { error: 'conflict', message: 'Not now.' }

/** What keeps changes from the portal while buttons are pressed. */
export interface Held {
  /** What was sent since `begin`. */
  readonly sent: Sent[]
  /** From here on calls wait. */
  begin: () => void
  /** Refuses what waits, and what still comes before the next `begin`. */
  refuse: () => Promise<void>
}

/**
 * Keeps every call that changes something from the portal: it waits until it is let go, and is then refused. So the page is
 * as long at work as a slow line would make it, and stands afterwards as it stood before. `through` names calls that are
 * let through all the same, since others follow on their answers; they are told as sent.
 */
export async function hold(page: Page, through: readonly string[] = []): Promise<Held> {
  const sent: Sent[] = []
  let waiting: Route[] = []
  let isHolding = false
  // A page that was left takes no answer.
  const refuse = (route: Route) => route.fulfill({ status: 409, json: answer }).catch(() => undefined)
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const name = deedOf(request)
    if (name === undefined) return route.fallback()
    const { pathname } = new URL(request.url())
    sent.push({ name, path: pathname, key: request.headers()['idempotency-key'] })
    if (through.includes(name)) return route.fallback()
    if (!isHolding) return refuse(route)
    waiting.push(route)
  })
  return {
    sent,
    begin: () => {
      sent.length = 0
      isHolding = true
    },
    refuse: async () => {
      isHolding = false
      const all = waiting
      waiting = []
      await Promise.all(all.map(refuse))
    },
  }
}

/** What happened to two clicks: more than one call would have done, in words. */
export function faultOf(sent: readonly Sent[], hit: readonly string[]): string | undefined {
  for (const [at, one] of sent.entries()) {
    const again = sent
      .slice(at + 1)
      .find(({ name, key }) => name === one.name && (key === undefined || key !== one.key))
    if (again !== undefined) return `${one.name} is sent twice: ${one.path}, ${again.path}`
  }
  if (sent.length > 0 && hit.length === 2 && hit[1] !== 'nothing' && hit[0] !== hit[1])
    return `the clicks hit “${hit.join('” and “')}”, and ${sent.map(({ name }) => name).join(', ')} is sent`
  return undefined
}

/** A button as it is told apart. */
export interface Button {
  /** The part of the screen or the dialog it stands in. */
  at: string
  word: string
  nth: number
}

/** Everything that can be pressed now: in the dialog that is open, else on the whole page. */
export const buttonsOn = (page: Page): Promise<Button[]> =>
  page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('dialog[open]')]
    const scope = dialogs.at(-1) ?? document.body
    const area = location.pathname.split('/')[1] ?? ''
    const search = new URLSearchParams(location.search)
    const view = `${location.pathname} ${search.get('view') ?? search.get('role') ?? ''}`
    const title =
      dialogs.length === 0 ? undefined : (scope.querySelector('h1, h2, h3')?.textContent ?? 'a dialog')
    return [...scope.querySelectorAll('button')].flatMap((button, nth) => {
      const can =
        !button.disabled &&
        button.ariaDisabled !== 'true' &&
        button.checkVisibility({ visibilityProperty: true })
      const word = (button.innerText || (button.ariaLabel ?? '')).trim()
      const part = title ?? (button.closest('main') === null ? 'around' : view)
      // One form of several that send with the same word.
      const labels = button.type === 'submit' ? [...(button.form?.querySelectorAll('label') ?? [])] : []
      const asks = [...new Set(labels.map(({ innerText }) => innerText))].join()
      return can && word !== '' && button.role !== 'tab'
        ? [{ at: part === 'around' ? part : `${area}: ${part} ${asks}`, word, nth }]
        : []
    })
  })

/**
 * Has the page note which buttons its clicks hit; for every page that is opened afterwards. A click that the page takes for
 * the second half of a press (`watchPresses`, at the window) hits nothing and is not noted: it never comes to the document.
 */
export const noteClicks = (page: Page) =>
  page.addInitScript(() => {
    const hit: string[] = []
    Object.assign(window, { hit })
    document.addEventListener(
      'click',
      ({ target, isTrusted }) => {
        const button = target instanceof Element ? target.closest('button, a, label, summary') : null
        if (isTrusted)
          hit.push(button === null ? 'nothing' : (button.ariaLabel ?? button.textContent ?? '').trim())
      },
      true,
    )
  })

const buttonAt = (page: Page, nth: number) =>
  page.locator('dialog[open]').or(page.locator('body')).last().locator('button').nth(nth)

/** Presses a button as one does. */
export const pressOnce = (page: Page, { nth }: Button): Promise<void> => buttonAt(page, nth).click()

/** Presses a button with two clicks of a mouse, nothing between them, and tells what the clicks hit. */
export async function pressTwice(page: Page, { nth }: Button): Promise<string[]> {
  const place = await page.evaluate((at) => {
    const hit: unknown = Reflect.get(window, 'hit')
    if (Array.isArray(hit)) hit.length = 0
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const button = scope.querySelectorAll('button')[at]
    button?.scrollIntoView({ block: 'center' })
    const box = button?.getBoundingClientRect()
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }, nth)
  if (place === undefined) return []
  await page.mouse.dblclick(place.x, place.y)
  return page
    .evaluate(() => {
      const hit: unknown = Reflect.get(window, 'hit')
      return Array.isArray(hit) ? hit.map(String) : []
    })
    .catch(leftBehind([]))
}

/** Presses a button twice before anything can be drawn: faster than any hand, so that what is drawn guards nothing. */
export async function pressTwiceAtOnce(page: Page, { nth }: Button): Promise<string[]> {
  const press = (at: number) => {
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const button = scope.querySelectorAll('button')[at]
    button?.click()
    button?.click()
  }
  await page.evaluate(press, nth).catch(leftBehind(undefined))
  return []
}

/** Holds the Enter key down on a button, as long as the keyboard repeats it twice. */
export async function holdEnter(page: Page, { nth }: Button): Promise<string[]> {
  await buttonAt(page, nth).focus()
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  return []
}

/** What stands for an answer of a page that was left meanwhile; every other error is one. */
export const leftBehind =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (/context was destroyed|because of a navigation/.test(String(error))) return instead
    throw error
  }
