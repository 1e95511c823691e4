import { useEffect } from 'react'

/** The questions to ask before this page is left, the newest last. */
const questions: string[] = []

/** Whether the page may be left now; asks the person where a screen wants that. */
export function mayLeave(): boolean {
  const question = questions.at(-1)
  return question === undefined || window.confirm(question)
}

/** Asks before the page is left as long as there is a question: by a link, Back, reload or closing the tab. */
export function useAskBeforeLeaving(question: string | undefined): void {
  useEffect(() => {
    if (question === undefined) return
    questions.push(question)
    // The browser asks in words of its own.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const askOnBack = (event: Event & { navigationType?: string }) => {
      if (event.navigationType === 'traverse' && event.cancelable && !mayLeave()) event.preventDefault()
    }
    const history: EventTarget | undefined = Reflect.get(window, 'navigation')
    window.addEventListener('beforeunload', ask)
    history?.addEventListener('navigate', askOnBack)
    return () => {
      questions.splice(questions.lastIndexOf(question), 1)
      window.removeEventListener('beforeunload', ask)
      history?.removeEventListener('navigate', askOnBack)
    }
  }, [question])
}
