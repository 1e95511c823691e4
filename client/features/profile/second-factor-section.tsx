import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { loadable } from '#client/navigation/loadable.ts'
import { Entries, Entry } from '#client/parts/entry.tsx'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { Loaded } from '#client/ui/loaded.tsx'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { readSecondFactor } from '#shared/people/second-factor-contract.ts'
import styles from './profile.module.css'
import type { FactorDeed } from './second-factor-dialog.tsx'
import { factorWords as words } from './second-factor-words.ts'

const secondFactorDialog = loadable(() => import('./second-factor-dialog.tsx'), 'SecondFactorDialog')

const FEW = 3

/** Whether a log-in asks for a second step: adds and removes its ways, and makes new recovery codes (decisions.md §4). */
export function SecondFactorSection({ wanted = false }: { wanted?: boolean }) {
  const factor = useQuery(queryOf(readSecondFactor))
  const [deed, setDeed] = useState<FactorDeed>()
  const close = () => setDeed(undefined)
  return (
    <Panel title={words.title}>
      {wanted && <Message>{words.wanted}</Message>}
      <p>{words.text}</p>
      {factor.error !== null && <LoadFailure reading={factor} failed={words.loadFailed} />}
      {factor.isPending && <Skeleton lines={1} />}
      {factor.data && <Ways standing={factor.data} begin={setDeed} />}
      {deed !== undefined && (
        <Loaded of={secondFactorDialog} props={{ deed, onClose: close }} onFailed={close} />
      )}
    </Panel>
  )
}

interface WaysProps {
  standing: AnswerOf<typeof readSecondFactor>
  begin: (deed: FactorDeed) => void
}

function Ways({ standing, begin }: WaysProps) {
  const { since, appSince, passkeys, recoveryCodesLeft: left } = standing
  const isLast = passkeys.length + (appSince === null ? 0 : 1) === 1
  const canPasskey = 'PublicKeyCredential' in window
  return (
    <>
      {since && (
        <p>
          {words.on} <TimeText at={since} />. {words.left(left)} {left <= FEW && words.fewLeft}
        </p>
      )}
      {since && (
        <Entries>
          {appSince && (
            <Entry
              name={words.app}
              facts={[<Added key="added" at={appSince} />]}
              side={<Remove what={words.app} onClick={() => begin({ kind: 'removeApp', isLast })} />}
            />
          )}
          {passkeys.map(({ id, name, addedAt, usedAt }) => (
            <Entry
              key={id}
              name={name}
              facts={[
                <Added key="added" at={addedAt} />,
                usedAt === null ? (
                  words.neverUsed
                ) : (
                  <>
                    {words.used} <TimeText at={usedAt} />
                  </>
                ),
              ]}
              side={<Remove what={name} onClick={() => begin({ kind: 'removePasskey', id, name, isLast })} />}
            />
          ))}
        </Entries>
      )}
      <div className={styles.actions}>
        {canPasskey && (
          <Button look="secondary" onClick={() => begin({ kind: 'passkey' })}>
            {words.addPasskey}
          </Button>
        )}
        {appSince === null && (
          <Button look="secondary" onClick={() => begin({ kind: 'app' })}>
            {words.addApp}
          </Button>
        )}
        {since && (
          <Button look="quiet" onClick={() => begin({ kind: 'again' })}>
            {words.renew}
          </Button>
        )}
      </div>
      {!canPasskey && <p className={styles.note}>{words.noPasskeys}</p>}
    </>
  )
}

function Added({ at }: { at: Parameters<typeof TimeText>[0]['at'] }) {
  return (
    <>
      {words.added} <TimeText at={at} />
    </>
  )
}

function Remove({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <Button look="quiet" small aria-label={words.removes(what)} onClick={onClick}>
      {words.remove}
    </Button>
  )
}
