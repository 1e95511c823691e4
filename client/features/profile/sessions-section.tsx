import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { Entry } from '#client/parts/entry.tsx'
import { Listing } from '#client/parts/listing.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { endSession, listSessions } from '#shared/people/account-contract.ts'
import { words } from './words.ts'

/** One's own open sessions; each but the present one can be ended. */
export function SessionsSection() {
  const list = useQuery(queryOf(listSessions))
  const end = useDeed({
    run: (sessionId: string) => call(endSession, { params: { sessionId } }),
    fallback: words.changeFailed,
    done: (answer) => answer.message,
  })
  return (
    <Panel title={words.sessions}>
      <Listing
        query={list}
        failed={words.loadFailed}
        empty={null}
        render={(session) => (
          <Entry
            key={session.id}
            name={session.device || '–'}
            facts={[
              session.current && words.thisSession,
              <>
                {words.started} <TimeText at={session.startedAt} />
              </>,
            ]}
            side={
              !session.current && (
                <Button look="quiet" small busy={end.busy} onClick={() => end.start(session.id)}>
                  {words.endSession}
                </Button>
              )
            }
          />
        )}
      />
    </Panel>
  )
}
