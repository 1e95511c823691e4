import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { readSecondFactor } from '#shared/people/second-factor-contract.ts'
import styles from './profile.module.css'
import { factorWords as words } from './second-factor-words.ts'

const SecondFactorDialog = lazy(() =>
  import('./second-factor-dialog.tsx').then((module) => ({ default: module.SecondFactorDialog })),
)

const FEW = 3

/** Whether a log-in asks for a code too: turns it on and off, and makes new recovery codes (decisions.md §4). */
export function SecondFactorSection({ wanted = false }: { wanted?: boolean }) {
  const factor = useQuery(queryOf(readSecondFactor))
  const [deed, setDeed] = useState<'start' | 'end' | 'again'>()
  const { since, recoveryCodesLeft: left = 0 } = factor.data ?? {}
  return (
    <Panel title={words.title}>
      {wanted && <Message>{words.wanted}</Message>}
      <p>{words.text}</p>
      {factor.error !== null && <LoadFailure reading={factor} failed={words.loadFailed} />}
      {factor.isPending && <Skeleton lines={1} />}
      {since && (
        <p>
          {words.on} <TimeText at={since} />. {words.left(left)} {left <= FEW && words.fewLeft}
        </p>
      )}
      {since !== undefined && (
        <div className={styles.actions}>
          {since === null ? (
            <Button look="secondary" onClick={() => setDeed('start')}>
              {words.turnOn}
            </Button>
          ) : (
            <>
              <Button look="secondary" onClick={() => setDeed('again')}>
                {words.renew}
              </Button>
              <Button look="quiet" onClick={() => setDeed('end')}>
                {words.turnOff}
              </Button>
            </>
          )}
        </div>
      )}
      {deed !== undefined && (
        <Suspense fallback={null}>
          <SecondFactorDialog deed={deed} onClose={() => setDeed(undefined)} />
        </Suspense>
      )}
    </Panel>
  )
}
