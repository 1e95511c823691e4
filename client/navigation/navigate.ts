import { navigate as push } from 'wouter/use-browser-location'
import { afterPaint } from './after-paint.ts'
import { asksBefore, mayLeave } from './leaving.ts'
import { addressTo, type Path, type Target } from './places.ts'

/** What the next screen is told beside its address. */
export interface Told {
  /** A sentence it repeats: the address changed too fast to read it here. */
  said?: string
  /** What arrived by an upload. */
  sent?: Sent
  /** The address of the entry before this one in the browser's history. */
  before?: string
}

/** A submission to which a file was sent, and the number it is known by from now on. */
export interface Sent {
  abstractId: string
  reference: string
  /** It took the place of a file that is decided on: nobody assesses it. */
  isDecided?: boolean
}

interface Way {
  /** Takes the present entry's place in the history. */
  replace?: boolean
  state?: Omit<Told, 'before'>
}

/** Goes to a place, unless somebody has to be asked first and wants to stay. */
export function navigate<P extends Path>({ replace = false, state = {}, ...target }: Target<P> & Way): void {
  goTo(addressTo(target), { replace, state })
}

/** The same for an address of this site that is known as text alone. */
export function goTo(address: string, way: Way = {}): void {
  if (mayLeave(false, address)) arrive(address, way)
}

/** Tells that it is gone, and that it is over. */
type SetGoing = (is: boolean) => void

/**
 * The same for a link: whether somebody wants to stay is asked at once, and the place is drawn once `setGoing`, which is told when
 * that begins and ends, is seen.
 */
export function goBy(address: string, setGoing: SetGoing): void {
  if (!mayLeave(false, address)) return
  setGoing(true)
  afterPaint(() => {
    setGoing(false)
    arrive(address, {})
  })
}

/**
 * The same for a link to the entry before in the browser's history, which is gone back to: it is as it was left, down to the
 * place on the page. Where somebody has to be asked first it is gone to as anywhere else, as they are asked once.
 */
export function goBackBy(address: string, setGoing: SetGoing): void {
  if (asksBefore(address)) goBy(address, setGoing)
  else {
    setGoing(true)
    addEventListener('popstate', () => setGoing(false), { once: true })
    afterPaint(() => window.history.back())
  }
}

/** As browsers have it, who goes where they are finds it once on their way back: after a double click, too. */
function arrive(address: string, { replace = false, state = {} }: Way): void {
  const { pathname, search } = window.location
  const here = pathname + search
  const stays = replace || address === here
  const before = stays ? toldHere().before : here
  push(address, { replace: stays, state: { ...state, ...(before === undefined ? {} : { before }) } })
  window.scrollTo(0, 0)
}

/** What stands in the present entry of the browser's history, which the portal alone writes. */
const toldHere = () => (window.history.state ?? {}) as Told
