import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { Entries, Entry } from '#client/parts/entry.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { words as common } from '#client/parts/words.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import {
  assignReviewer,
  listReviewers,
  type paperDeskOverview,
  unassignReviewer,
} from '#shared/reviewing/desk-contract.ts'
import styles from './assignments-panel.module.css'
import { words } from './words.ts'

type Overview = AnswerOf<typeof paperDeskOverview>

/** Who reviews the paper, and the form that assigns another one. */
export function AssignmentsPanel({ overview }: { overview: Overview }) {
  const { paper, assignments, abilities } = overview
  const unassign = useDeed({
    run: (reviewerId: string) => call(unassignReviewer, { params: { paperId: paper.paperId, reviewerId } }),
    fallback: common.actionFailed,
    done: (answer) => answer.message,
  })
  return (
    <Panel title={words.reviewers}>
      {assignments.length === 0 && <p>{words.noReviewers}</p>}
      <Entries>
        {assignments.map((one) => (
          <Entry
            key={`${one.reviewer.id} ${one.assignedAt._seconds}`}
            name={one.reviewer.name}
            facts={[one.reviewer.email, one.reviewer.organization, <TimeText key="at" at={one.assignedAt} />]}
            side={
              one.ended === null ? (
                <>
                  <StatusPill kind={one.reviewed ? 'accepted' : 'in-review'}>
                    {one.reviewed ? words.done : words.waiting}
                  </StatusPill>
                  <Button
                    look="quiet"
                    small
                    busy={unassign.busy}
                    onClick={() => unassign.start(one.reviewer.id)}
                  >
                    {words.unassign}
                  </Button>
                </>
              ) : (
                <StatusPill kind="waiting">{words.ended[one.ended.how]}</StatusPill>
              )
            }
          >
            {one.ended?.reason && <p>{one.ended.reason}</p>}
          </Entry>
        ))}
      </Entries>
      {abilities.assign && <AssignForm paperId={paper.paperId} />}
    </Panel>
  )
}

function AssignForm({ paperId }: { paperId: string }) {
  const id = useId()
  const reviewers = useQuery(queryOf(listReviewers, { query: { paperId } })).data?.items ?? []
  const [reviewerId, setReviewerId] = useState('')
  const [overrideReason, setOverrideReason] = useState('')
  const [missing, setMissing] = useState(false)
  const chosen = reviewers.find((one) => one.id === reviewerId)
  const assign = useDeed({
    run: () => {
      const body = { reviewerId, ...(overrideReason === '' ? {} : { overrideReason }) }
      return call(assignReviewer, { params: { paperId }, body })
    },
    fallback: common.actionFailed,
    done: (answer) => answer.message,
    after: () => {
      setReviewerId('')
      setOverrideReason('')
    },
  })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(reviewerId === '')
        if (reviewerId !== '') assign.start(undefined)
      }}
    >
      <h3>{words.assign}</h3>
      <SelectField
        id={id}
        name="reviewerId"
        label={words.choose}
        error={missing ? words.chooseFirst : undefined}
        value={reviewerId}
        options={[
          { value: '', label: words.chooseOne },
          ...reviewers.map((one) => ({
            value: one.id,
            label: [one.name, words.load(one.assigned), one.conflict && words.conflict]
              .filter(Boolean)
              .join(' · '),
          })),
        ]}
        onValue={setReviewerId}
      />
      {chosen?.conflict && <Message kind="error">{chosen.conflict.reason}</Message>}
      {chosen?.conflict?.overridable && (
        <TextField
          id={`${id}-override`}
          name="overrideReason"
          label={words.overrideReason}
          value={overrideReason}
          onValue={setOverrideReason}
        />
      )}
      <Button type="submit" busy={assign.busy}>
        {words.assignButton}
      </Button>
    </form>
  )
}
