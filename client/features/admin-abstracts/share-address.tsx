import { CopyButton } from '#client/ui/copy-button.tsx'
import { words } from './words.ts'

/** Where authors register and submit, to be passed on. */
export function ShareAddress() {
  const address = new URL('/signup', window.location.origin).href
  return (
    <p>
      {address} <CopyButton text={address} label={words.copyAddress} />
    </p>
  )
}
