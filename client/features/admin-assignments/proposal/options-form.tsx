import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import styles from '#client/features/admin-assignments/admin-assignments.module.css'
import { Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Message } from '#client/ui/message.tsx'
import { RadioToggle } from '#client/ui/radio-toggle.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { startProposal } from '#shared/assigning/proposals-contract.ts'
import type { Wish } from '#shared/assigning/propose-contract.ts'
import type { BodyInputOf } from '#shared/core/endpoint.ts'
import { listReviewers } from '#shared/reviewing/desk-contract.ts'
import { evenLoad, useEvenLoad } from './use-even-load.ts'
import { words } from './words.ts'

interface Field {
  name: 'reviewsPerPaper' | 'mostPapers' | 'leastPapers'
  label: string
  hint: string
  least: number
  most: number
}

const fields: readonly Field[] = [
  { name: 'reviewsPerPaper', label: words.reviewsPerPaper, hint: words.reviewsHint, least: 1, most: 10 },
  { name: 'mostPapers', label: words.mostPapers, hint: words.mostHint(), least: 0, most: 1000 },
  { name: 'leastPapers', label: words.leastPapers, hint: words.leastHint, least: 0, most: 1000 },
]
type Typed = Record<Field['name'], string>
type Problems = Partial<Record<Field['name'] | 'experienced', string>>

/** How many reviewers are marked as experienced. */
export const experiencedCount = queryOf(listReviewers, { query: { status: 'experienced', limit: 1 } })

/** What a proposal is asked for; begins as the last one was asked. */
export function OptionsForm({ last }: { last: Wish | undefined }) {
  const id = useId()
  const [objective, setObjective] = useState<Wish['objective']>(last?.objective ?? 'total')
  const [changed, setChanged] = useState<Partial<Typed>>({})
  const begun = {
    reviewsPerPaper: last?.reviewsPerPaper?.toString() ?? '',
    leastPapers: last === undefined || last.leastPapers === 0 ? '' : last.leastPapers.toString(),
  }
  const even = useEvenLoad(changed.reviewsPerPaper ?? begun.reviewsPerPaper)
  const mostFor = (load: typeof even) => (last?.mostPapers ?? load?.suggested)?.toString() ?? ''
  const typed: Typed = { ...begun, mostPapers: mostFor(even), ...changed }
  const client = useQueryClient()
  const [waits, setWaits] = useState(false)
  const [wants, setWants] = useState<boolean>()
  const marked = useQuery(experiencedCount).data?.count
  // As asked for last time, unless nobody is marked by now: then it could only fail.
  const wanted = last?.oneExperienced ?? false
  const oneExperienced = wants ?? (wanted && marked !== 0)
  const { must = [], mustNot = [] } = last ?? {}
  const [keepsPairs, setKeepsPairs] = useState(true)
  const [problems, setProblems] = useState<Problems>({})
  const start = useDeed({
    run: (body: BodyInputOf<typeof startProposal>) => call(startProposal, { body }),
    fallback: words.actionFailed,
    after: ({ proposalId }) =>
      navigate({ to: '/admin/assignments', search: { view: 'proposal', proposalId } }),
  })
  const send = async () => {
    const asked = { ...typed }
    if (even === undefined && last === undefined && changed.mostPapers === undefined) {
      // Whoever is faster than the limit that the form suggests does not miss it.
      setWaits(true)
      asked.mostPapers = mostFor(
        await client.ensureQueryData(evenLoad(typed.reviewsPerPaper)).catch(() => undefined),
      )
      setWaits(false)
    }
    const found = problemsOf(asked)
    if (oneExperienced && marked === 0) found.experienced = words.needExperienced
    setProblems(found)
    const [first] = fields.filter(({ name }) => found[name] !== undefined)
    if (first !== undefined) document.getElementById(`${id}-${first.name}`)?.focus()
    if (Object.keys(found).length > 0) return
    start.start({
      objective,
      ...numbersOf(asked),
      oneExperienced,
      ...(keepsPairs && { must, mustNot }),
    })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <RadioToggle
        legend={words.objective}
        value={objective}
        onValue={setObjective}
        options={[
          { value: 'total', label: words.objectives.total },
          { value: 'fair', label: words.objectives.fair },
        ]}
      />
      {fields.map(({ name, label, hint }) => (
        <TextField
          key={name}
          id={`${id}-${name}`}
          {...{ name, label }}
          hint={name === 'mostPapers' ? words.mostHint(even) : hint}
          error={problems[name]}
          value={typed[name]}
          onValue={(value) => setChanged({ ...changed, [name]: value })}
          input={{ inputMode: 'numeric', autoComplete: 'off' }}
        />
      ))}
      <Checkbox
        id={`${id}-wants`}
        name="experienced"
        label={words.oneExperienced}
        checked={oneExperienced}
        onChecked={setWants}
      />
      {(oneExperienced || wanted) && marked !== undefined && (
        <p>
          {words.marked(marked)}{' '}
          <Link to="/admin/reviewers" search={marked > 0 ? { status: 'experienced' } : {}}>
            {words.toReviewers}
          </Link>
        </p>
      )}
      {problems.experienced && <Message kind="error">{problems.experienced}</Message>}
      {must.length + mustNot.length > 0 && (
        <Checkbox
          id={`${id}-pairs`}
          name="pairs"
          label={words.keepPairs(must.length, mustNot.length)}
          checked={keepsPairs}
          onChecked={setKeepsPairs}
        />
      )}
      <Button type="submit" busy={start.busy || waits}>
        {words.run}
      </Button>
    </form>
  )
}

function problemsOf(typed: Typed): Problems {
  const found: Problems = {}
  for (const { name, least, most } of fields) {
    const text = typed[name].trim()
    const isWhole = /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most
    if (text !== '' && !isWhole) found[name] = words.wholeNumber(least, most)
  }
  const { mostPapers, leastPapers } = numbersOf(typed)
  // Without one, who knows most would get most of the papers.
  if (typed.mostPapers.trim() === '') found.mostPapers = words.needMost
  if (Object.keys(found).length === 0 && mostPapers !== undefined && mostPapers < (leastPapers ?? 0)) {
    found.mostPapers = words.lessThanLeast
  }
  return found
}

function numbersOf(typed: Typed) {
  const number = (name: Field['name']) =>
    typed[name].trim() === '' ? {} : { [name]: Number(typed[name].trim()) }
  const all: Partial<Record<Field['name'], number>> = {
    ...number('reviewsPerPaper'),
    ...number('mostPapers'),
    ...number('leastPapers'),
  }
  return all
}
