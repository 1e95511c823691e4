import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { useConfig } from '#client/api/config.ts'
import { Deadline } from '#client/parts/deadline.tsx'
import { deadlineNames } from '#client/parts/deadline-words.ts'
import { Entries, Entry } from '#client/parts/entry.tsx'
import { MomentDialog } from '#client/parts/moment-dialog.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import { changeUser, type Person, type readUser } from '#shared/people/desk-contract.ts'
import type { DeadlineKind } from '#shared/settings/deadline-kinds.ts'
import { words } from './words.ts'

type Deadlines = AnswerOf<typeof readUser>['deadlines']

/** A person's deadlines: the conference's and, where they were given more time, their own. */
export function PersonDeadlines({ person, deadlines }: { person: Person; deadlines: Deadlines }) {
  const grace = useConfig()?.graceMinutes ?? 0
  const [asked, setAsked] = useState<Deadlines[number]>()
  const change = useDeed({
    run: (extensions: Partial<Record<DeadlineKind, string | null>>) =>
      call(changeUser, { params: { userId: person.id }, body: { extensions } }),
    fallback: words.actionFailed,
    done: (answer) => `${answer.user.name}: ${answer.message}`,
    after: () => setAsked(undefined),
    inPlace: asked !== undefined,
  })
  return (
    <Panel title={words.deadlines}>
      <p>
        {words.deadlinesText} {grace > 0 && words.grace(grace)}
      </p>
      <Entries>
        {deadlines
          .filter((one) => isTheirs(one, person))
          .map((one) => (
            <Entry
              key={one.kind}
              name={deadlineNames[one.kind]}
              facts={[
                <>
                  {words.conference}: {one.common === null ? words.noDeadline : <Deadline at={one.common} />}
                </>,
                one.personal && (
                  <>
                    {words.personal}: <Deadline at={one.personal} />
                  </>
                ),
              ]}
              side={
                <>
                  {one.personal && <EffectPill deadline={one} />}
                  <Button
                    look="quiet"
                    small
                    aria-label={`${one.personal ? words.change : words.extend}: ${deadlineNames[one.kind]}`}
                    onClick={() => setAsked(one)}
                  >
                    {one.personal ? words.change : words.extend}
                  </Button>
                  {one.personal && (
                    <Button
                      look="quiet"
                      small
                      busy={change.busy}
                      aria-label={`${words.remove}: ${deadlineNames[one.kind]}`}
                      onClick={() => change.start({ [one.kind]: null })}
                    >
                      {words.remove}
                    </Button>
                  )}
                </>
              }
            />
          ))}
      </Entries>
      {asked && (
        <MomentDialog
          title={words.extendTitle(deadlineNames[asked.kind], person.name)}
          text={words.extendText}
          label={words.until}
          initial={isoOf(asked.personal ?? asked.common)}
          busy={change.busy}
          problem={change.problem}
          onSave={(until) => change.start({ [asked.kind]: until })}
          onClose={() => {
            change.forget()
            setAsked(undefined)
          }}
        />
      )}
    </Panel>
  )
}

/** The deadline for reviews is that of reviewers, that of uploads of authors; one that was given before is shown to be taken away. */
function isTheirs({ kind, personal }: Deadlines[number], { role }: Person): boolean {
  if (personal !== null || role === 'both') return true
  return kind === 'review' ? role === 'reviewer' : role !== 'reviewer'
}

/** Says whether a personal deadline gives more time: it never takes any. */
function EffectPill({ deadline: { personal, inForce } }: { deadline: Deadlines[number] }) {
  return inForce !== null && inForce._seconds === personal?._seconds ? (
    <StatusPill kind="accepted">{words.stands}</StatusPill>
  ) : (
    <StatusPill kind="waiting">{words.noEffect}</StatusPill>
  )
}

function isoOf(at: Parameters<typeof fromTimestamp>[0] | null): string {
  return at === null ? '' : fromTimestamp(at).toISOString()
}
