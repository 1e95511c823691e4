import { type KeyboardEvent, type SubmitEvent, useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useCommands } from './commands/commands.ts'
import { words as keyWords } from './commands/words.ts'
import styles from './search-bar.module.css'

interface Props {
  label: string
  q: string | undefined
  status?: string | undefined
  /** Value and label of each filter; the empty value shows all. Without any there is no filter. */
  filters?: Readonly<Record<string, string>> | undefined
  filterLabel?: string | undefined
  onSearch: (search: { q?: string; status?: string }) => void
}

/** Search and filter of an organiser's list; both live in the address. */
export function SearchBar({ label, q = '', status = '', filters, filterLabel = '', onSearch }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(q)
  const [shown, setShown] = useState(q)
  // The address may change without the form: by Back, or by a link that shows everything.
  if (q !== shown) {
    setShown(q)
    setTyped(q)
  }
  useSearchKey(`${id}-q`)
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
          input={{ type: 'search', onKeyDown: leaveOnEscape }}
        />
        <Button type="submit" look="secondary" icon="search" className={styles.go}>
          <span>{label}</span>
        </Button>
        {filters && (
          <SelectField
            id={`${id}-status`}
            name="status"
            label={filterLabel}
            value={status}
            options={Object.entries(filters).map(([value, name]) => ({ value, label: name }))}
            onValue={(next) => search({ q: typed.trim(), status: next })}
          />
        )}
      </form>
    </search>
  )
}

/** The key / goes to a list's search. */
function useSearchKey(id: string): void {
  const run = () => {
    const field = document.getElementById(id)
    if (!(field instanceof HTMLInputElement)) return
    field.focus()
    field.select()
  }
  useCommands([{ keys: '/', label: keyWords.search, group: keyWords.list, run }])
}

/** Escape gives the keys back to the list. */
function leaveOnEscape(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Escape') event.currentTarget.blur()
}
