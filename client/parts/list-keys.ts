import { type Command, useCommands } from './commands/commands.ts'
import { words } from './commands/words.ts'

/** What a list's selection does for the entry that has the focus. */
interface Select {
  chooseShown: () => void
  toggle: (id: string, range: boolean) => void
  clear: () => void
  isEmpty: boolean
}

const ENTRY = '[data-entry]'
/** What takes an entry's focus: the link of its name, so that Enter and the browser's keys work on it. */
const NAME = '[data-name] :is(a, button)'

/** The entry that the keys led to last. */
let last: HTMLElement | undefined

/**
 * Keys of the list of entries with this id: j and k go down and up, Enter opens, x selects where things can be
 * selected. The entry with the focus is the one that is meant; when none has it, the last one, or the first.
 */
export function useListKeys(listId: string, select: Select | undefined): void {
  const group = words.list
  const keyOnly = true
  const ofEntry: Command[] = [
    { keys: 'j', label: words.next, group, keyOnly, repeats: true, run: () => step(listId, 1) },
    { keys: 'k', label: words.previous, group, keyOnly, repeats: true, run: () => step(listId, -1) },
    {
      keys: 'Enter',
      label: words.open,
      group,
      keyOnly,
      // On links and buttons Enter is the browser's.
      when: () => document.activeElement?.matches(`${ENTRY}, ${ENTRY} input[type=checkbox]`) === true,
      run: () => focusedIn(listId)?.querySelector<HTMLElement>(NAME)?.click(),
    },
  ]
  const ofSelection: Command[] = select === undefined ? [] : selectionKeys(listId, select)
  useCommands([...ofEntry, ...ofSelection])
}

function selectionKeys(listId: string, { toggle, chooseShown, clear, isEmpty }: Select): Command[] {
  const group = words.list
  const touch = (range: boolean) => {
    const id = focusedIn(listId)?.dataset['entry']
    if (id) toggle(id, range)
  }
  const keys: Command[] = [
    { keys: 'x', label: words.select, group, keyOnly: true, run: () => touch(false) },
    { keys: 'Shift+x', label: words.selectRange, group, keyOnly: true, run: () => touch(true) },
    { label: words.selectShown, group, run: chooseShown },
  ]
  return isEmpty ? keys : [...keys, { keys: 'Escape', label: words.clear, group, run: clear }]
}

function entriesOf(listId: string): HTMLElement[] {
  return [...(document.getElementById(listId)?.querySelectorAll<HTMLElement>(ENTRY) ?? [])]
}

function focusedIn(listId: string): HTMLElement | undefined {
  const entry = document.activeElement?.closest<HTMLElement>(ENTRY)
  return entry && document.getElementById(listId)?.contains(entry) ? entry : undefined
}

function step(listId: string, by: number): void {
  const entries = entriesOf(listId)
  const current = focusedIn(listId) ?? last
  const at = current === undefined ? -1 : entries.indexOf(current)
  const next = entries[at === -1 ? 0 : Math.min(Math.max(at + by, 0), entries.length - 1)]
  if (next === undefined) return
  last = next
  const handle = next.querySelector<HTMLElement>(NAME) ?? next
  handle.focus()
}
