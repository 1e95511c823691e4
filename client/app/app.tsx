import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useConfig } from '#client/api/config.ts'
import { createQueryClient } from '#client/api/query-client.ts'
import { setSiteName } from '#client/ui/page-title.ts'
import { ToastProvider } from '#client/ui/toast.tsx'
import { createAppRouter } from './router.tsx'
import { words } from './words.ts'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
setSiteName(words.product)

/** The portal: cache, messages and router. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <SiteName />
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  )
}

/** Names every page after the conference as soon as its name is known. */
function SiteName() {
  const name = useConfig()?.conferenceName
  useEffect(() => {
    if (name) setSiteName(name)
  }, [name])
  return null
}
