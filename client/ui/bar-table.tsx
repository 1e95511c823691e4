import styles from './bar-table.module.css'
import type { StatusKind } from './status-pill.tsx'

interface BarRow {
  id: string
  label: string
  /** As many as there are parts. */
  values: readonly number[]
}

interface Props {
  /** What the table shows, for screen readers. */
  caption: string
  /** The heading of the labels. */
  of: string
  /** What each number of a row is, with its colour in the one language of states. */
  parts: readonly { name: string; kind: StatusKind }[]
  rows: readonly BarRow[]
}

/**
 * Numbers as bars: a table whose rows also show how long they are. The numbers stand beside the bars, so nothing is
 * told by colour or length alone.
 */
export function BarTable({ caption, of, parts, rows }: Props) {
  const longest = Math.max(1, ...rows.map(({ values }) => sum(values)))
  return (
    <div className={styles.frame}>
      <table className={styles.table} data-several={parts.length > 1 || undefined}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {parts.map(({ name, kind }) => (
              <th
                scope="col"
                key={name}
                className={styles.number}
                style={{ borderColor: parts.length > 1 ? tokenOf(kind) : 'transparent' }}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, values }) => (
            <tr key={id}>
              <th scope="row">
                {label}
                <div className={styles.bar} aria-hidden="true">
                  {parts.map(({ name, kind }, index) => (
                    <span
                      key={name}
                      style={{
                        background: tokenOf(kind),
                        inlineSize: `${((values[index] ?? 0) / longest) * 100}%`,
                      }}
                    />
                  ))}
                </div>
              </th>
              {parts.map(({ name, kind }, index) => (
                <td
                  key={name}
                  className={styles.number}
                  data-name={name}
                  style={{ borderColor: tokenOf(kind) }}
                >
                  {(values[index] ?? 0).toLocaleString()}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The token has the state's name. */
function tokenOf(kind: StatusKind): string {
  return `var(--${kind})`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
