import { useEffect } from 'react'
import { onWaiting } from '#client/api/come-back.ts'
import { useConfig } from '#client/api/config.ts'
import { useAddress, useCleanAddress } from '#client/navigation/use-place.ts'
import { setSiteName } from '#client/ui/page-title.ts'
import { ToastProvider } from '#client/ui/toast.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import { Portal } from './portal.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { words } from './words.ts'

setSiteName(words.product)

/** The whole client: messages and the screen that is open. */
export function App() {
  useKeptFocus()
  useCleanAddress()
  return (
    <ToastProvider view={useAddress()}>
      <SiteName />
      <Waiting />
      <Portal />
    </ToastProvider>
  )
}

/** Says why where calls begin to wait; they go on by themselves. */
function Waiting() {
  const say = useToast()
  useEffect(() => onWaiting((why) => say(words.waiting[why], 'info')), [say])
  return null
}

/** Names every page after the conference as soon as its name is known. */
function SiteName() {
  const name = useConfig()?.conferenceName
  useEffect(() => {
    if (name) setSiteName(name)
  }, [name])
  return null
}
