import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { areSingleKeysOn } from './single-keys.ts'

/** Something that can be done on the open page, by a key or from the palette of commands. */
export interface Command {
  /** What it does, as the sheet of keys and the palette say it. */
  label: string
  /** `j`, `Shift+x`, `g p` (one after the other), `?`, `Mod+k` (Ctrl, on a Mac Cmd). */
  keys?: string
  /** The heading under which the sheet of keys names it. */
  group: string
  run: () => void
  /** Whether the key is meant for it just now; the browser has it otherwise. */
  when?: () => boolean
  /** Goes on while the key is held. */
  repeats?: true
  /** Only a key: the palette does not offer it. */
  keyOnly?: true
}

/** How long after its first key a second one belongs to it, in milliseconds. */
const SEQUENCE_MS = 3000

type Slot = { current: readonly Command[] }
const slots = new Set<Slot>()
const listeners = new Set<() => void>()
let now: readonly Command[] = []
let first: { key: string; at: number } | undefined

/**
 * Offers commands as long as the component is shown. What a button does, its command does: both stand where it is
 * known whether the person may. They are there before what they belong to is painted, so that no key is lost.
 */
export function useCommands(commands: readonly Command[]): void {
  const slot = useRef<readonly Command[]>(commands)
  useLayoutEffect(() => {
    slot.current = commands
  })
  const shown = commands.map(({ label, keys }) => `${label}\t${keys}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: told anew only when others are offered
  useLayoutEffect(() => {
    slots.add(slot)
    changed()
    return () => {
      slots.delete(slot)
      changed()
    }
  }, [shown])
}

function changed(): void {
  const all = [...slots].flatMap((slot) =>
    // As it is when it runs, not as it was when it was offered.
    slot.current.map((one, index): Command => ({ ...one, run: () => slot.current[index]?.run() })),
  )
  // Of the same keys the newest has them.
  now = [...new Map(all.map((one) => [one.keys ?? one.label, one])).values()]
  if (slots.size === 0) document.removeEventListener('keydown', onKey)
  else document.addEventListener('keydown', onKey)
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is offered on the open page now. */
export function useCommandsNow(): readonly Command[] {
  return useSyncExternalStore(listen, () => now)
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const key = nameOf(event)
  if (key === undefined) return
  const isSingle = !key.startsWith('Mod+') && key !== 'Enter' && key !== 'Escape'
  if (document.querySelector('dialog[open]') !== null) return
  if (!key.startsWith('Mod+') && isTyping(event.target)) return
  if (isSingle && !areSingleKeysOn()) return
  const before = first !== undefined && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ` : ''
  first = undefined
  const command = commandOf(before + key) ?? commandOf(key)
  if (command === undefined) {
    if (now.some(({ keys }) => keys?.startsWith(`${key} `))) first = { key, at: event.timeStamp }
    return
  }
  if ((event.repeat && command.repeats !== true) || command.when?.() === false) return
  event.preventDefault()
  command.run()
}

const commandOf = (keys: string) => now.find((one) => one.keys === keys)

/** The pressed key as commands name it; undefined for a modifier that is none of ours. */
export function nameOf(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>,
) {
  // On a keyboard of other letters the place of the key counts.
  const isForeign = event.key.length === 1 && event.key > '~' && event.code.startsWith('Key')
  const key = isForeign ? event.code.slice('Key'.length) : event.key
  const isLetter = /^[a-z]$/i.test(key)
  const name = isLetter ? key.toLowerCase() : key
  if (event.altKey) return undefined
  if (event.ctrlKey !== event.metaKey) return event.shiftKey ? undefined : `Mod+${name}`
  if (event.ctrlKey) return undefined
  return event.shiftKey && isLetter ? `Shift+${name}` : name
}

const notTyped = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image']

/** Whether what has the focus takes letters itself. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !notTyped.includes(target.type)
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLElement && (target.isContentEditable || target.role === 'textbox')
}
