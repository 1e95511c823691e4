import { useEffect } from 'react'

interface Question {
  text: string
  /** Whether it is to be asked now; `ending`: the session ends too. */
  applies: (ending: boolean) => boolean
}

/** The questions to ask before this page is left, the newest last. */
const questions: Question[] = []
/** What is saved before a session ends. */
const savings = new Set<() => Promise<void>>()
/** Somebody was asked and leaves: the browser does not ask again. */
let isReleased = false

const openQuestion = (ending: boolean) =>
  isReleased ? undefined : questions.findLast(({ applies }) => applies(ending))

/** Whether the page may be left now; asks the person where a screen wants that. */
export function mayLeave(ending = false): boolean {
  const question = openQuestion(ending)
  return question === undefined || window.confirm(question.text)
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

const always = () => true

/**
 * Asks before the page is left as long as there is a question and, where that is given, it applies at that moment: by a
 * link, Back, reload, closing the tab or Log out.
 */
export function useAskBeforeLeaving(text: string | undefined, applies: Question['applies'] = always): void {
  useEffect(() => {
    if (text === undefined) return
    const question = { text, applies }
    questions.push(question)
    // The browser asks in words of its own.
    const ask = (event: BeforeUnloadEvent) => {
      if (openQuestion(false) !== undefined) event.preventDefault()
    }
    const askOnBack = (event: Event & { navigationType?: string }) => {
      if (event.navigationType === 'traverse' && event.cancelable && !mayLeave()) event.preventDefault()
    }
    const history: EventTarget | undefined = Reflect.get(window, 'navigation')
    window.addEventListener('beforeunload', ask)
    history?.addEventListener('navigate', askOnBack)
    return () => {
      questions.splice(questions.indexOf(question), 1)
      window.removeEventListener('beforeunload', ask)
      history?.removeEventListener('navigate', askOnBack)
    }
  }, [text, applies])
}
