import { type AnchorHTMLAttributes, type MouseEvent, useState } from 'react'
import { goBackBy, goBy } from './navigate.ts'
import { addressTo, type Path, shows, type Target } from './places.ts'
import { preload } from './preload.ts'
import { useBefore } from './use-place.ts'

type Props<P extends Path> = Target<P> & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'>

/**
 * A link to a place of the portal. A real one: it opens in a new tab, can be copied, and works with the keyboard. A click shows
 * at the link first (`data-going`), and then the place.
 */
export function Link<P extends Path>({ to, search, ...rest }: Props<P>) {
  return (
    <Anchor {...rest} to={to} href={addressTo(search === undefined ? { to } : { to, search })} go={goBy} />
  )
}

/**
 * A link back to a list, or to what a view belongs to. Whoever came from there goes back to it as they left it: its search, its
 * order and the place on the page; to anybody else it is a link as any other.
 */
export function BackLink<P extends Path>({ to, search, ...rest }: Props<P>) {
  const target = search === undefined ? { to } : { to, search }
  const before = useBefore()
  const isBack = before !== undefined && shows(before, target)
  return <Anchor {...rest} to={to} href={isBack ? before : addressTo(target)} go={isBack ? goBackBy : goBy} />
}

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: Path
  href: string
  go: typeof goBy
}

function Anchor({ to, href, go, onClick, children, ...rest }: AnchorProps) {
  const [isGoing, setIsGoing] = useState(false)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    if (!isGoing) go(href, setIsGoing)
  }
  const prepare = () => preload(to)
  return (
    <a
      href={href}
      data-going={isGoing || undefined}
      onClick={follow}
      onPointerEnter={prepare}
      onFocus={prepare}
      {...rest}
    >
      {children}
    </a>
  )
}

/** Any other click asks the browser for a new tab, a download or its menu. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
