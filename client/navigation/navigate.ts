import { navigate as push } from 'wouter/use-browser-location'
import { afterPaint } from './after-paint.ts'
import { mayLeave } from './leaving.ts'
import { addressTo, type Path, type Target } from './places.ts'

/** What the next screen is told beside its address. */
export interface Told {
  /** A sentence it repeats: the address changed too fast to read it here. */
  said?: string
  /** What arrived by an upload. */
  sent?: Sent
}

/** A submission to which a file was sent, and the number it is known by from now on. */
export interface Sent {
  abstractId: string
  reference: string
}

interface Way {
  /** Takes the present entry's place in the history. */
  replace?: boolean
  state?: Told
}

/** Goes to a place, unless somebody has to be asked first and wants to stay. */
export function navigate<P extends Path>({ replace = false, state = {}, ...target }: Target<P> & Way): void {
  goTo(addressTo(target), { replace, state })
}

/** The same for an address of this site that is known as text alone. */
export function goTo(address: string, way: Way = {}): void {
  if (mayLeave(false, address)) arrive(address, way)
}

/**
 * The same for a link: whether somebody wants to stay is asked at once, and the place is drawn once `setGoing`, which is told when
 * that begins and ends, is seen.
 */
export function goBy(address: string, setGoing: (is: boolean) => void): void {
  if (!mayLeave(false, address)) return
  setGoing(true)
  afterPaint(() => {
    setGoing(false)
    arrive(address, {})
  })
}

/** As browsers have it, who goes where they are finds it once on their way back: after a double click, too. */
function arrive(address: string, { replace = false, state = {} }: Way): void {
  const { pathname, search } = window.location
  push(address, { replace: replace || address === pathname + search, state })
  window.scrollTo(0, 0)
}
