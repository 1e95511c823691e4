import { useLayoutEffect, useRef, useState } from 'react'
import { countAxis, dayTicks } from './plot-ticks.ts'
import { ScrollFrame } from './scroll-frame.tsx'
import styles from './time-plot.module.css'

export interface PlotPoint {
  at: Date
  value: number
}

interface Props {
  /** What it shows, for screen readers; the numbers belong in a table beside it. */
  label: string
  /** Growing totals until `now`. At most three: they are told apart by their dashes and their names. */
  lines: readonly { name: string; points: readonly PlotPoint[] }[]
  /** Moments to be seen against them. */
  marks: readonly { name: string; at: Date }[]
  /** Where the lines end; it has a mark of its own. */
  now: { name: string; at: Date }
  from: Date
  until: Date
}

const PLOT_HEIGHT = 236
const MARGIN = { right: 104, bottom: 28, left: 44 }
/** Where no names stand there, half a date's width. */
const MARGIN_WITHOUT_NAMES = 24
const WIDTH_AT_FIRST = 720
const USUAL_LETTERS = 16
/** Below this it scrolls sideways in its frame. */
const WIDTH_AT_LEAST = 288
/** Below this the marks are numbered, and marks and lines named in lists below: names would lie on each other's lines. */
const WIDTH_FOR_NAMES = 480
/** About the width of a date, and of a line of text. */
const TICK_WIDTH = 90
const TEXT_HEIGHT = 16
/** Between a mark's line and its name. */
const FLAG_GAP = 6
/** Wide for a letter of a mark's name, so that there is some room between two. */
const LETTER_WIDTH = 7

/** Growing counts over days, as steps; drawn to the width there is, in the size of the page's letters. */
export function TimePlot({ label, lines, marks: given, now, from, until }: Props) {
  const frame = useRef<HTMLElement>(null)
  const { width: room, scale } = useRoom(frame)
  // Everything is drawn for letters of the usual size and enlarged with them.
  const width = Math.max(room / scale, WIDTH_AT_LEAST)
  const marks = [...given.map((mark) => ({ ...mark, isNow: false })), { ...now, isNow: true }].sort(
    (a, b) => Number(b.at) - Number(a.at),
  )
  const isNumbered = width < WIDTH_FOR_NAMES
  const numberOf = (index: number) => marks.length - index
  const { ceiling, values } = countAxis(Math.max(...lines.map(({ points }) => points.at(-1)?.value ?? 0)))
  const right = width - (isNumbered ? MARGIN_WITHOUT_NAMES : MARGIN.right)
  const x = (at: Date) =>
    MARGIN.left +
    ((at.getTime() - from.getTime()) / (until.getTime() - from.getTime())) * (right - MARGIN.left)
  // Names that stand close together have lines of their own above.
  const levels = levelsOf(marks.map(({ name, at }) => placeOf(x(at), isNumbered ? '0' : name, width)))
  const top = TEXT_HEIGHT * (Math.max(...levels) + 1) + 12
  const height = top + PLOT_HEIGHT
  const bottom = height - MARGIN.bottom
  const y = (value: number) => bottom - (value / ceiling) * (bottom - top)
  const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const ends = apart(lines.map(({ points }) => y(points.at(-1)?.value ?? 0)))
  return (
    <figure ref={frame} className={styles.frame}>
      <figcaption className={styles.caption}>{label}</figcaption>
      <ScrollFrame label={label}>
        <svg
          className={styles.plot}
          aria-hidden="true"
          viewBox={`0 0 ${width} ${height}`}
          width={width * scale}
        >
          {values.map((value) => (
            <g key={value} transform={`translate(0 ${y(value)})`}>
              <line className={styles.grid} x1={MARGIN.left} x2={right} />
              <text className={styles.tick} x={MARGIN.left - 8} dy="0.32em" textAnchor="end">
                {value.toLocaleString()}
              </text>
            </g>
          ))}
          {dayTicks(from, until, Math.max(2, Math.floor((right - MARGIN.left) / TICK_WIDTH))).map((at) => (
            <text className={styles.tick} key={at.getTime()} x={x(at)} y={height - 8} textAnchor="middle">
              {day.format(at)}
            </text>
          ))}
          {marks.map(({ name, at, isNow }, index) => (
            <line
              key={name}
              className={styles.mark}
              data-now={isNow}
              x1={x(at)}
              x2={x(at)}
              y1={TEXT_HEIGHT * (levels[index] ?? 0) + 2}
              y2={bottom}
            />
          ))}
          {marks.map(({ name, at, isNow }, index) => (
            <text
              key={name}
              className={styles.moment}
              data-now={isNow}
              // Beside the upper end of its own line, as a flag: above one alone it could be another's.
              x={x(at) + (isEndedAt(x(at), width) ? -FLAG_GAP : FLAG_GAP)}
              y={TEXT_HEIGHT * ((levels[index] ?? 0) + 1) - 4}
              textAnchor={isEndedAt(x(at), width) ? 'end' : 'start'}
            >
              {isNumbered ? numberOf(index) : name}
            </text>
          ))}
          {lines.map(({ name, points }, index) => (
            <g key={name}>
              <path className={styles.line} data-line={index} d={steps(points, x, y)} />
              {!isNumbered && (
                <text className={styles.name} x={x(now.at) + 8} y={ends[index]} dy="0.32em">
                  {name} {totalOf(points)}
                </text>
              )}
            </g>
          ))}
        </svg>
      </ScrollFrame>
      {isNumbered && (
        <div className={styles.legend} aria-hidden="true">
          <ul>
            {lines.map(({ name, points }, index) => (
              <li key={name}>
                <svg className={styles.sample} viewBox="0 0 28 4" aria-hidden="true">
                  <path className={styles.line} data-line={index} d="M0,2H28" />
                </svg>
                {name} {totalOf(points)}
              </li>
            ))}
          </ul>
          <ol>
            {marks.toReversed().map(({ name, at }) => (
              <li key={name}>
                {name}, {day.format(at)}
              </li>
            ))}
          </ol>
        </div>
      )}
    </figure>
  )
}

const totalOf = (points: readonly PlotPoint[]) => (points.at(-1)?.value ?? 0).toLocaleString()

/** Names right of the middle end at their mark, the others begin there. */
const isEndedAt = (x: number, width: number) => x > width / 2

/** From where to where a mark's name may reach. */
function placeOf(x: number, name: string, width: number): readonly [number, number] {
  const long = name.length * LETTER_WIDTH + FLAG_GAP
  return isEndedAt(x, width) ? [x - long, x] : [x, x + long]
}

/**
 * On which line above the plot each name stands, the first being the highest; from the rightmost, each one below those
 * that it would lie on.
 */
function levelsOf(places: readonly (readonly [number, number])[]): number[] {
  const deep = places.map(() => 0)
  places.forEach(([start, end], at) => {
    places.slice(0, at).forEach(([from, until], before) => {
      if (start <= until && from <= end) deep[at] = Math.max(deep[at] ?? 0, (deep[before] ?? 0) + 1)
    })
  })
  return deep
}

/** The path of a growing total: level until the next point, then up. */
function steps(points: readonly PlotPoint[], x: (at: Date) => number, y: (value: number) => number): string {
  return points
    .map(({ at, value }, index) => (index === 0 ? `M${x(at)},${y(value)}` : `H${x(at)}V${y(value)}`))
    .join('')
}

/** Heights of labels, moved down where they would lie on each other; the greatest value stands highest. */
function apart(heights: readonly number[]): number[] {
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height)
  const placed = [...heights]
  let free = 0
  for (const { height, index } of order) {
    placed[index] = Math.max(height, free)
    free = Math.max(height, free) + TEXT_HEIGHT
  }
  return placed
}

/** The width of an element in CSS pixels, as it changes, and how much larger than usual the page's letters are. */
function useRoom(element: React.RefObject<HTMLElement | null>): { width: number; scale: number } {
  const [room, setRoom] = useState({ width: WIDTH_AT_FIRST, scale: 1 })
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return undefined
    const observer = new ResizeObserver(() => {
      const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setRoom({ width: measured.clientWidth, scale: letters / USUAL_LETTERS || 1 })
    })
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return room
}
