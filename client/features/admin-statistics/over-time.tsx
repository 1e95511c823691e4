import { Panel } from '#client/ui/panel.tsx'
import { ScrollFrame } from '#client/ui/scroll-frame.tsx'
import { type PlotPoint, TimePlot } from '#client/ui/time-plot.tsx'
import { calendarDay, DAY_MS, dayNumber } from '#shared/core/calendar.ts'
import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import type { DayCount } from '#shared/statistics/contract.ts'
import { CsvButton } from './csv-button.tsx'
import type { Numbers } from './numbers.ts'
import styles from './over-time.module.css'
import { words } from './words.ts'

/** Abstracts and papers as they came in until now, against the deadlines; the numbers by day below. */
export function OverTime({ numbers }: Numbers) {
  const { days, deadlines, asOf, timeZone } = numbers
  const dayOf = (at: Timestamp) => startOf(calendarDay(dayNumber(fromTimestamp(at), timeZone)))
  const marks = deadlines.map(({ kind, at }) => ({ name: words.deadlines[kind], at: dayOf(at) }))
  const starts = days.map(({ day }) => startOf(day).getTime())
  const now = dayOf(asOf)
  const moments = [...starts, now.getTime(), ...marks.map(({ at }) => at.getTime())]
  // From the day before, so that the first step is seen as one.
  const from = new Date(Math.min(...moments) - DAY_MS)
  const until = new Date(Math.max(...moments) + DAY_MS)
  const abstracts = totals(days, from, now, ({ abstracts: count }) => count)
  const papers = totals(days, from, now, ({ papers: count }) => count)
  const inAll = [abstracts.at(-1)?.value ?? 0, papers.at(-1)?.value ?? 0] as const
  // A line of one day would be a stroke.
  const isFirstDay = starts.every((start) => start >= now.getTime())
  return (
    <Panel title={words.time} actions={<CsvButton table="statistics-days" />}>
      {isFirstDay ? (
        <p>{words.firstDay(...inAll)}</p>
      ) : (
        <TimePlot
          label={words.timeLabel(...inAll)}
          lines={[
            { name: words.abstracts, points: abstracts },
            { name: words.papers, points: papers },
          ]}
          marks={marks}
          now={{ name: words.today, at: now }}
          from={from}
          until={until}
        />
      )}
      <details className={styles.numbers}>
        <summary>{words.numbers}</summary>
        <ScrollFrame label={words.numbers}>
          <DayTable days={days} />
        </ScrollFrame>
      </details>
    </Panel>
  )
}

/** The conference's day as a moment of the plot, whose scale knows days alone. */
function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** The growing total after each day, until now. */
function totals(
  days: readonly DayCount[],
  from: Date,
  now: Date,
  countOf: (day: DayCount) => number,
): PlotPoint[] {
  let value = 0
  const grown = days.map((day) => {
    value += countOf(day)
    return { at: startOf(day.day), value }
  })
  return [{ at: from, value: 0 }, ...grown, { at: now, value }]
}

function DayTable({ days }: { days: readonly DayCount[] }) {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {[words.day, words.abstracts, words.papers, words.revisions, words.payments].map((heading) => (
            <th scope="col" key={heading}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, abstracts, papers, revisions, paymentsVerified }) => (
          <tr key={day}>
            <th scope="row">{format.format(startOf(day))}</th>
            <td>{abstracts}</td>
            <td>{papers}</td>
            <td>{revisions}</td>
            <td>{paymentsVerified}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
