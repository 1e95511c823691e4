import { type AnchorHTMLAttributes, type MouseEvent, useState } from 'react'
import { goBy } from './navigate.ts'
import { addressTo, type Path, type Target } from './places.ts'
import { preload } from './preload.ts'

type Props<P extends Path> = Target<P> & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'>

/**
 * A link to a place of the portal. A real one: it opens in a new tab, can be copied, and works with the keyboard. A click shows
 * at the link first (`data-going`), and then the place.
 */
export function Link<P extends Path>({ to, search, onClick, children, ...rest }: Props<P>) {
  const address = addressTo(search === undefined ? { to } : { to, search })
  const [isGoing, setIsGoing] = useState(false)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    goBy(address, setIsGoing)
  }
  const prepare = () => preload(to)
  return (
    <a
      href={address}
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
