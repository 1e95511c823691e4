import { useAddress, usePlace } from '#client/navigation/use-place.ts'
import { Loaded } from '#client/ui/loaded.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Failure } from './failure.tsx'
import { signedIn } from './files.ts'
import { NotFound } from './not-found.tsx'
import { isProtected, openTo } from './open-to.ts'
import { screens } from './screens.ts'
import { Visitors } from './visitors.tsx'
import { Waiting } from './waiting.tsx'

/** The screen at the address, for those who may open it. */
export function Portal() {
  const path = usePlace()
  const address = useAddress()
  if (path === undefined) return <NotFound />
  const who = openTo[path]
  const shown = (
    <Loaded
      key={path}
      of={screens[path]}
      props={{}}
      meanwhile={isProtected(who) ? <Skeleton /> : <Waiting />}
      instead={isProtected(who) ? undefined : <Failure />}
    />
  )
  return (
    <ErrorBoundary key={isProtected(who) ? 'signed-in' : path} address={address}>
      {isProtected(who) && (
        <Loaded
          of={signedIn}
          props={{ path, who, children: shown }}
          meanwhile={<Waiting />}
          instead={<Failure />}
        />
      )}
      {who === 'visitors' && <Visitors>{shown}</Visitors>}
      {who === 'anybody' && shown}
    </ErrorBoundary>
  )
}
