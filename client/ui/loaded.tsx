import { type ReactNode, startTransition, useEffect, useEffectEvent, useState } from 'react'
import type { Loadable } from '#client/navigation/loadable.ts'
import { Button } from './button.tsx'
import { Message } from './message.tsx'
import { useToast } from './use-toast.ts'
import { words } from './words.ts'

interface Show<Props> {
  of: Loadable<Props>
  props: Props & object
  /** Stands in its place until then. */
  meanwhile?: ReactNode
  /** Closes what opens over the page where its code does not come; a message says so, and the page stays as it is. */
  onFailed?: () => void
  /** Stands in its place where its code does not come; else a message that offers another try. */
  instead?: ReactNode
}

/** What opens over the page leaves no gap while it comes. */
const unseen = <span aria-busy="true" hidden />

/**
 * Shows it as soon as it is there. React's Suspense would do, but holds each step back for 300 ms after it has shown
 * that something is loading, and so every first opening; a page opens in three such steps.
 */
export function Loaded<Props>({ of, props, meanwhile = unseen, onFailed, instead }: Show<Props>) {
  const [, setShown] = useState<Loadable<Props>>()
  const [failed, setFailed] = useState<Loadable<Props>>()
  const [tries, setTries] = useState(1)
  const say = useToast()
  const fail = useEffectEvent(() => {
    if (onFailed === undefined) return setFailed(() => of)
    say(words.notLoaded, 'error')
    onFailed()
  })
  const Component = of.now
  const isMissing = Component === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads anew
  useEffect(() => {
    // It may have come since this was drawn: then `load` is done at once.
    if (!isMissing) return
    let left = false
    // In slices, so that a slow machine is never busy for long.
    const show = (run: () => void) =>
      startTransition(() => {
        if (!left) run()
      })
    of.load().then(
      () => show(() => setShown(() => of)),
      () => show(fail),
    )
    return () => {
      left = true
    }
  }, [of, isMissing, tries])
  if (Component !== undefined) return <Component {...props} />
  if (failed !== of) return meanwhile
  const again = () => {
    setFailed(undefined)
    setTries(tries + 1)
  }
  return instead ?? <NotLoaded again={again} isHopeless={tries > 1} />
}

/** What is of an earlier build than the portal's comes with a new page alone. */
function NotLoaded({ again, isHopeless }: { again: () => void; isHopeless: boolean }) {
  return (
    <Message kind="error">
      {words.notLoaded}{' '}
      {isHopeless ? (
        <Button look="secondary" small onClick={() => window.location.reload()}>
          {words.loadPage}
        </Button>
      ) : (
        <Button look="secondary" small onClick={again}>
          {words.tryAgain}
        </Button>
      )}
    </Message>
  )
}
