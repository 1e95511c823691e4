import '#client/ui/theme/tokens.css'
import '#client/ui/theme/fonts.css'
import '#client/ui/theme/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { applyTheme } from '#client/ui/theme/theme.ts'
import { App } from './app.tsx'
import { Maintenance } from './maintenance.tsx'
import { watchPresses } from './one-press.ts'

applyTheme()
watchPresses()

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no #root.')

const root = createRoot(place)
// In slices, so that a slow machine is never busy for long.
startTransition(() => {
  root.render(
    <StrictMode>{import.meta.env.VITE_MAINTENANCE === 'on' ? <Maintenance /> : <App />}</StrictMode>,
  )
})
