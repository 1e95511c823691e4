import { type SubmitEvent, useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
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
        <TextField
          id={`${id}-q`}
          name="q"
          label={label}
          value={typed}
          onValue={setTyped}
          input={{ type: 'search' }}
        />
        <Button type="submit" look="secondary">
          {label}
        </Button>
        <SelectField
          id={`${id}-status`}
          name="status"
          label={filterLabel}
          value={status}
          options={Object.entries(filters).map(([value, name]) => ({ value, label: name }))}
          onValue={(next) => search({ q: typed.trim(), status: next })}
        />
      </form>
    </search>
  )
}
