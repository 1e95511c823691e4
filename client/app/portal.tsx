import { lazy, Suspense } from 'react'
import { usePlace } from '#client/navigation/use-place.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { NotFound } from './not-found.tsx'
import { screens } from './screens.ts'
import { Visitors } from './visitors.tsx'
import { Waiting } from './waiting.tsx'

const SignedIn = lazy(() => import('./signed-in.tsx').then((module) => ({ default: module.SignedIn })))

/** The screen at the address, for those who may open it. */
export function Portal() {
  const path = usePlace()
  if (path === undefined) return <NotFound />
  const { for: who, Component } = screens[path]
  const screen = <Component key={path} />
  const admitted =
    who === 'anybody' ? (
      screen
    ) : who === 'visitors' ? (
      <Visitors>{screen}</Visitors>
    ) : (
      <SignedIn path={path} who={who}>
        {screen}
      </SignedIn>
    )
  return (
    <ErrorBoundary key={who === 'anybody' || who === 'visitors' ? path : 'signed-in'}>
      <Suspense fallback={<Waiting />}>{admitted}</Suspense>
    </ErrorBoundary>
  )
}
