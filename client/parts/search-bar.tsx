import { type SubmitEvent, useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import styles from './search-bar.module.css'

interface Props {
  label: string
  q: string | undefined
  status: string | undefined
  /** Value and label of each filter; the empty value shows all. */
  filters: Readonly<Record<string, string>>
  filterLabel: string
  onSearch: (search: { q?: string; status?: string }) => void
}

/** Search and filter of an organiser's list; both live in the address. */
export function SearchBar({ label, q = '', status = '', filters, filterLabel, onSearch }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(q)
  const search = (next: { q: string; status: string }) =>
    onSearch({ ...(next.q ? { q: next.q } : {}), ...(next.status ? { status: next.status } : {}) })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    search({ q: typed.trim(), status })
  }
  return (
    <search>
      <form className={styles.bar} onSubmit={submit}>
        <label htmlFor={`${id}-q`}>{label}</label>
        <input
          id={`${id}-q`}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="secondary" small>
          {label}
        </Button>
        <label htmlFor={`${id}-status`}>{filterLabel}</label>
        <select
          id={`${id}-status`}
          value={status}
          onChange={(event) => search({ q: typed.trim(), status: event.target.value })}
        >
          {Object.entries(filters).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </form>
    </search>
  )
}
