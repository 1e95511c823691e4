import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { useKey } from '#client/api/use-key.ts'
import { FootBar } from '#client/parts/foot-bar.tsx'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { type JudgedRow, JudgedRows } from '#client/parts/many/judged-rows.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import {
  type AssignmentPair,
  type AssignmentSource,
  applyAssignments,
  type JudgedAssignment,
  type PlanBounds,
  previewAssignments,
} from '#shared/assigning/contract.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import styles from './admin-assignments.module.css'
import { type FromList, pairRow } from './pair-rows.tsx'
import { Loads } from './plan-loads.tsx'
import { ResultView } from './result-view.tsx'
import { type UnreadLine, unreadRow } from './unread-row.tsx'
import { words } from './words.ts'

const TIMEOUT_MS = 120_000

interface Props {
  pairs: readonly AssignmentPair[]
  /** Where in a list the pairs stand, in their order. */
  from?: readonly FromList[]
  /** Lines of a list that name no pair. */
  unread: readonly UnreadLine[]
  /** What else is to be known of how the list was read. */
  note?: string | null
  source: AssignmentSource
  /** What the pairs were asked for with. */
  bounds?: PlanBounds
  /** What is odd about a pair, in words; nothing unless told. */
  oddOf?: (pair: Pick<AssignmentPair, 'paperId' | 'reviewerId'>) => readonly string[]
  /** Why pairs that yield to a reason are assigned in spite of what is against them. The way back must not lose it. */
  reason: string
  onReason: (reason: string) => void
  /** The way back, as it is called where one comes from; "Change the list" unless told. */
  changeLabel?: string
  onChange: () => void
  /** It was carried out: there is nothing more to lose. */
  onApplied?: () => void
  /** Takes a paper as the one that a mistyped line means. */
  onMeant?: (line: number, paperId: string) => void
}

/** What assigning some pairs would do; then does it, and says how each went. */
export function PlanView({
  pairs,
  from = [],
  unread,
  note,
  source,
  bounds,
  oddOf = () => [],
  reason,
  onReason,
  changeLabel = words.change,
  onChange,
  onApplied,
  onMeant,
}: Props) {
  const id = useId()
  // Who edits an exported list and reads it in again means its due dates.
  const asked = { ...bounds, ...(source === 'list' && { changesDue: true }) }
  const plan = useQuery({
    queryKey: [previewAssignments.path, pairs, asked],
    queryFn: async ({ signal }) =>
      pairs.length === 0
        ? { rows: [], loads: [], seen: [] }
        : await call(previewAssignments, {
            body: { pairs: [...pairs], ...asked },
            signal,
            timeout: TIMEOUT_MS,
          }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [result, setResult] = useState<AnswerOf<typeof applyAssignments>>()
  const send = useKey()
  const apply = useDeed({
    run: (chosen: readonly AssignmentPair[]) => {
      const body = { pairs: [...chosen], source, ...asked, seen: plan.data?.seen }
      return send(body, (idempotencyKey) =>
        call(applyAssignments, { body, idempotencyKey, timeout: TIMEOUT_MS }),
      )
    },
    fallback: words.actionFailed,
    done: (answer) => answer.message,
    after: (answer) => {
      setResult(answer)
      onApplied?.()
    },
    inPlace: true,
    // Where somebody assigned meanwhile the plan is read anew.
    failed: () => undefined,
  })
  // What was not tried stays in sight: the list is mended by it.
  const [notTried, setNotTried] = useState<readonly JudgedRow[]>([])
  if (result !== undefined) return <ResultView result={result} unread={unread} notTried={notTried} />
  const back = (
    <Button look="quiet" onClick={onChange}>
      {changeLabel}
    </Button>
  )
  if (plan.error !== null || plan.data === undefined) {
    return (
      <>
        <PageHeader title={words.checked} back={back} />
        {plan.error === null ? (
          <Skeleton lines={6} />
        ) : (
          <LoadFailure reading={plan} failed={words.actionFailed} />
        )}
      </>
    )
  }
  const rows = plan.data.rows
  const fit = rows.filter(({ problem }) => problem === null)
  const moved = fit.filter(({ dueChange }) => dueChange !== null)
  const good = fit.filter(({ dueChange }) => dueChange === null)
  const yielding = rows.filter(({ problem }) => problem?.overridable)
  const chosen = chosenOf(pairs, rows, reason.trim())
  const firstAt = new Map<string, number>()
  for (const [at, { paperId, reviewerId }] of rows.entries()) {
    const key = `${paperId} ${reviewerId}`
    if (!firstAt.has(key)) firstAt.set(key, at)
  }
  const placeOf = new Map(rows.map((row, at) => [row, at]))
  const asRow = (row: JudgedAssignment) => {
    const at = placeOf.get(row) ?? -1
    const first = firstAt.get(`${row.paperId} ${row.reviewerId}`) ?? at
    const firstLine = first < at ? from[first]?.line : undefined
    return pairRow(row, {
      ...from[at],
      firstLine,
      ...(from.length > 0 && { pair: pairs[at] }),
      odd: oddOf(row),
    })
  }
  const isOdd = (row: JudgedAssignment) => oddOf(row).length > 0
  const odd = good.filter(isOdd)
  return (
    <>
      <PageHeader
        title={words.checked}
        back={back}
        lead={[
          (good.length > 0 || moved.length === 0) && words.canBe(good.length, papersIn(good)),
          moved.length > 0 && words.dueChanges(moved.length),
          odd.length > 0 && words.oddOnes(odd.length),
          rows.length > fit.length && words.cannot(rows.length - fit.length),
          unread.length > 0 && words.notUnderstood(unread.length),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      {note && <Message>{note}</Message>}
      <JudgedRows title={words.problems} rows={rows.filter(({ problem }) => problem !== null).map(asRow)} />
      {yielding.length > 0 && (
        <div className={styles.form}>
          <TextField
            id={id}
            name="overrideReason"
            label={words.override(yielding.length)}
            hint={words.overrideHint}
            value={reason}
            onValue={onReason}
          />
        </div>
      )}
      <JudgedRows title={words.unread} rows={unread.map((row) => unreadRow(row, onMeant))} />
      <JudgedRows title={words.dueChangesTitle} rows={moved.map(asRow)} />
      <JudgedRows title={words.goodOdd} rows={odd.map(asRow)} />
      <JudgedRows title={words.good} rows={good.filter((row) => !isOdd(row)).map(asRow)} />
      <Loads loads={plan.data.loads} />
      {chosen.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <FootBar label={words.nextStep}>
          {apply.problem && <Message kind="error">{apply.problem}</Message>}
          <Button
            busy={apply.busy}
            onClick={() => {
              // By their places: of a pair that is named twice one row is tried and the other is not.
              const isTried = new Set(chosen.map(({ at }) => at))
              setNotTried(rows.filter((_, at) => !isTried.has(at)).map(asRow))
              apply.start(chosen.map(({ pair }) => pair))
            }}
          >
            {moved.length > 0
              ? words.applyAll(chosen.length)
              : words.assign(chosen.length, papersIn(chosen.map(({ pair }) => pair)))}
          </Button>
        </FootBar>
      )}
    </>
  )
}

/** How many papers some pairs are of. */
const papersIn = (pairs: readonly { paperId: string }[]) => new Set(pairs.map(({ paperId }) => paperId)).size

/** The pairs that can be assigned, and with a reason those that yield to one; with their places. */
function chosenOf(
  pairs: readonly AssignmentPair[],
  rows: readonly JudgedAssignment[],
  reason: string,
): { pair: AssignmentPair; at: number }[] {
  return pairs.flatMap((pair, at) => {
    const problem = rows[at]?.problem
    if (problem === null) return [{ pair, at }]
    return problem?.overridable && reason !== '' ? [{ pair: { ...pair, overrideReason: reason }, at }] : []
  })
}
