import { useId } from 'react'
import { SelectField } from '#client/ui/select-field.tsx'
import styles from './sort-control.module.css'
import { orders, readSort, type SortKey } from './sorts.ts'

const words = { sortBy: 'Sort by', heads: 'Order of the list' } as const

interface Props {
  /** The orders that the list has, its own first. */
  keys: readonly SortKey[]
  /** The order asked for; undefined is the list's own. */
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** The order of a list: heads to click where there is room, each once for its natural way and again for the other; a choice elsewhere. */
export function SortControl({ keys, sort, onSort }: Props) {
  const id = useId()
  const [own] = keys
  const now = sort ?? own ?? ''
  const choose = (next: string) => onSort(next === own ? undefined : next)
  return (
    <div className={styles.room}>
      <table className={styles.heads} aria-label={words.heads}>
        <thead>
          <tr>
            <td className={styles.by}>{words.sortBy}</td>
            {keys.map((key) => (
              <Head key={key} sortKey={key} now={now} onSort={choose} />
            ))}
          </tr>
        </thead>
      </table>
      <div className={styles.choice}>
        <SelectField
          id={id}
          name="sort"
          label={words.sortBy}
          value={now}
          options={keys.flatMap((key) => [
            { value: key, label: orders[key].natural },
            { value: `-${key}`, label: orders[key].turned },
          ])}
          onValue={choose}
        />
      </div>
    </div>
  )
}

interface HeadProps {
  sortKey: SortKey
  now: string
  onSort: (sort: string) => void
}

function Head({ sortKey, now, onSort }: HeadProps) {
  const { head, natural, turned, falls } = orders[sortKey]
  const { key, isTurned } = readSort(now)
  const isNow = key === sortKey
  const isDown = falls !== isTurned
  // What a click would do: the natural way first, then the other.
  const next = isNow && !isTurned ? `-${sortKey}` : sortKey
  return (
    <th scope="col" aria-sort={isNow ? (isDown ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={styles.head}
        title={next === sortKey ? natural : turned}
        onClick={() => onSort(next)}
      >
        {head}
        <span className={styles.way} aria-hidden="true">
          {isNow && (isDown ? '↓' : '↑')}
        </span>
      </button>
    </th>
  )
}
