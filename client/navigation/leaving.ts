import { useEffect } from 'react'

interface Question {
  text: string
  /** Whether it is to be asked now; `ending`: the session ends too. */
  applies: (ending: boolean) => boolean
  /** Addresses of this site at which what would be lost is still there. */
  within: (address: URL) => boolean
}

/** The questions to ask before this page is left, the newest last. */
const questions: Question[] = []
/** What is saved before a session ends. */
const savings = new Set<() => Promise<void>>()
/** Somebody was asked and leaves: the browser does not ask again. */
let isReleased = false

const openQuestion = (ending: boolean, to?: string) => {
  const address = to === undefined ? undefined : new URL(to, window.location.href)
  return isReleased
    ? undefined
    : questions.findLast(({ applies, within }) => applies(ending) && !(address && within(address)))
}

/** Whether the page may be left now, for another address where one is known; asks the person where a screen wants that. */
export function mayLeave(ending = false, to?: string): boolean {
  const question = openQuestion(ending, to)
  return question === undefined || window.confirm(question.text)
}

/** Whether `mayLeave` would ask, on the way to an address where one is given. */
export function asksBefore(to?: string): boolean {
  return openQuestion(false, to) !== undefined
}

/** Names what is to be saved before a session ends. Returns the function that takes it back. */
export function onLeaving(save: () => Promise<void>): () => void {
  savings.add(save)
  return () => savings.delete(save)
}

const SAVING_MS = 3000

/**
 * Whether the session may end and the page be left for good: saves first what can be saved, for at most 3 s, then asks
 * where something would be lost. After a yes nothing asks again.
 */
export async function readyToLeave(): Promise<boolean> {
  const saved = Promise.allSettled([...savings].map((save) => save()))
  if (savings.size > 0) await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, SAVING_MS))])
  if (!mayLeave(true)) return false
  isReleased = true
  return true
}

/** Whether an address is that of this page, if at another place of it. */
function isHere(address: string | undefined): boolean {
  if (address === undefined) return false
  const { origin, pathname, search } = window.location
  return address.split('#')[0] === origin + pathname + search
}

const always = () => true
const nowhere = () => false

/**
 * Asks before the page is left as long as there is a question and, where that is given, it applies at that moment: by a
 * link, Back, reload, closing the tab or Log out; not on the way to an address `within` what it is about.
 */
export function useAskBeforeLeaving(
  text: string | undefined,
  applies: Question['applies'] = always,
  within: Question['within'] = nowhere,
): void {
  useEffect(() => {
    if (text === undefined) return
    const question = { text, applies, within }
    questions.push(question)
    // The browser asks in words of its own.
    const ask = (event: BeforeUnloadEvent) => {
      if (openQuestion(false) !== undefined) event.preventDefault()
    }
    const askOnBack = (event: Event & { navigationType?: string; destination?: { url: string } }) => {
      const { navigationType, cancelable, destination } = event
      if (navigationType !== 'traverse' || !cancelable || isHere(destination?.url)) return
      if (!mayLeave(false, destination?.url)) event.preventDefault()
    }
    const history: EventTarget | undefined = Reflect.get(window, 'navigation')
    window.addEventListener('beforeunload', ask)
    history?.addEventListener('navigate', askOnBack)
    return () => {
      questions.splice(questions.indexOf(question), 1)
      window.removeEventListener('beforeunload', ask)
      history?.removeEventListener('navigate', askOnBack)
    }
  }, [text, applies, within])
}
