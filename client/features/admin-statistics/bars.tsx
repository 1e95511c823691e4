import { useState } from 'react'
import { BarTable } from '#client/ui/bar-table.tsx'
import { Button } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { moneyStates } from '#shared/statistics/contract.ts'
import { moneyLabels, stageLabels, stepLabels } from '#shared/statistics/labels.ts'
import { CsvButton } from './csv-button.tsx'
import type { Numbers } from './numbers.ts'
import { words } from './words.ts'

/** How many submissions got as far as each step. */
export function Flow({ numbers }: Numbers) {
  return (
    <Panel title={words.flow} actions={<CsvButton table="statistics-steps" />}>
      <BarTable
        caption={words.flow}
        of={words.step}
        parts={[{ name: words.submissions, kind: 'in-review' }]}
        rows={numbers.steps.map(({ step, count }) => ({
          id: step,
          label: stepLabels[step],
          values: [count],
        }))}
      />
    </Panel>
  )
}

/** How many stand in each stage now. */
export function Stages({ numbers }: Numbers) {
  return (
    <Panel title={words.now} actions={<CsvButton table="statistics-stages" />}>
      <BarTable
        caption={words.now}
        of={words.stage}
        parts={[{ name: words.submissions, kind: 'in-review' }]}
        rows={numbers.stages.map(({ stage, count }) => ({
          id: stage,
          label: stageLabels[stage],
          values: [count],
        }))}
      />
    </Panel>
  )
}

/** How the scores are spread, and what was decided with them. */
export function Scores({ numbers: { scores, unscored } }: Numbers) {
  const rows = scores.map((bin) => ({
    id: String(bin.from),
    label: words.bin(bin.from, bin.to),
    values: [bin.approved, bin.request_change, bin.declined],
  }))
  const isScored = hasAny(rows)
  return (
    <Panel title={words.scores} actions={<CsvButton table="statistics-scores" />}>
      {isScored && (
        <BarTable
          caption={words.scores}
          of={words.score}
          parts={[
            { name: words.accepted, kind: 'accepted' },
            { name: words.changes, kind: 'changes' },
            { name: words.rejected, kind: 'rejected' },
          ]}
          rows={rows}
        />
      )}
      <p>{isScored || unscored > 0 ? words.unscored(unscored) : words.noReviews}</p>
    </Panel>
  )
}

/** So many reviewers stand open at first: all of them would fill many screens of a phone. */
const REVIEWERS_SHOWN = 10

/** What each reviewer has to do and has done, whoever has most first. */
export function Reviewers({ numbers: { reviewers, reviewersInAll } }: Numbers) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? reviewers : reviewers.slice(0, REVIEWERS_SHOWN)
  return (
    <Panel title={words.reviewers} actions={<CsvButton table="statistics-reviewers" />}>
      {reviewersInAll === 0 ? (
        <p>{words.noReviewers}</p>
      ) : (
        <BarTable
          caption={words.reviewers}
          of={words.reviewer}
          parts={[
            { name: words.done, kind: 'accepted' },
            { name: words.late, kind: 'changes' },
            { name: words.open, kind: 'waiting' },
            { name: words.overdue, kind: 'rejected' },
          ]}
          rows={shown.map(({ id, name, open, overdue, done, late, former }) => ({
            id,
            label: former ? words.former(name) : name,
            values: [done - late, late, open - overdue, overdue],
          }))}
        />
      )}
      {isWhole && reviewersInAll > reviewers.length && <p>{words.cut(reviewers.length, reviewersInAll)}</p>}
      {reviewers.length > REVIEWERS_SHOWN && (
        <Button look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? words.fewerReviewers : words.allReviewers(reviewers.length, reviewersInAll)}
        </Button>
      )}
    </Panel>
  )
}

/** What became of the fees. */
export function Money({ numbers }: Numbers) {
  const rows = moneyStates.map((state) => ({
    id: state,
    label: moneyLabels[state],
    values: [numbers.payments[state]],
  }))
  return (
    <Panel title={words.money} actions={<CsvButton table="statistics-payments" />}>
      {hasAny(rows) ? (
        <BarTable
          caption={words.money}
          of={words.state}
          parts={[{ name: words.count, kind: 'payment' }]}
          rows={rows}
        />
      ) : (
        <p>{words.noPayments}</p>
      )}
    </Panel>
  )
}

/** Whether bars would show anything: rows of noughts are an empty frame. */
function hasAny(rows: readonly { values: readonly number[] }[]): boolean {
  return rows.some(({ values }) => values.some((value) => value > 0))
}
