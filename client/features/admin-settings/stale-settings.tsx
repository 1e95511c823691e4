import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { RadioToggle } from '#client/ui/radio-toggle.tsx'
import styles from './admin-settings.module.css'
import { labelOf, shownValue } from './field-words.ts'
import type { Merged } from './merge.ts'
import type { Fields } from './settings-form.ts'
import { words } from './words.ts'

type Side = 'mine' | 'theirs'

interface Props {
  merged: Merged
  /** With the fields as chosen. */
  onChosen: (fields: Fields) => void
  onClose: () => void
}

/** What was typed here beside what somebody else saved meanwhile: a choice for each field, or for all. */
export function StaleSettings({ merged: { fields, clashes, taken, kept }, onChosen, onClose }: Props) {
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const sideOf = (name: string): Side => sides[name] ?? 'mine'
  const takeAll = (side: Side) => setSides(Object.fromEntries(clashes.map(({ name }) => [name, side])))
  const choose = () => {
    const theirs = clashes.filter(({ name }) => sideOf(name) === 'theirs')
    onChosen({ ...fields, ...Object.fromEntries(theirs.map((one) => [one.name, one.theirs])) })
  }
  return (
    <Dialog
      open
      holds
      wide
      onClose={onClose}
      title={words.staleTitle}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {words.staleLater}
          </Button>
          <Button onClick={choose}>{words.staleGoOn}</Button>
        </>
      }
    >
      <p>{textOf(clashes.length, kept.length)}</p>
      {clashes.length > 1 && (
        <p>
          <Button look="quiet" small onClick={() => takeAll('mine')}>
            {words.staleAllMine}
          </Button>
          <Button look="quiet" small onClick={() => takeAll('theirs')}>
            {words.staleAllTheirs}
          </Button>
        </p>
      )}
      {clashes.map(({ name, mine, theirs }) => (
        <div key={name} className={styles.clash}>
          <RadioToggle
            legend={labelOf(name)}
            value={sideOf(name)}
            options={[
              { value: 'mine', label: words.staleMine },
              { value: 'theirs', label: words.staleTheirs },
            ]}
            onValue={(side) => setSides({ ...sides, [name]: side })}
          />
          <dl>
            <dt>{words.staleMine}</dt>
            <dd>{shownValue(name, mine)}</dd>
            <dt>{words.staleTheirs}</dt>
            <dd>{shownValue(name, theirs)}</dd>
          </dl>
        </div>
      ))}
      <OneSided intro={words.staleTaken} names={taken} fields={fields} />
      <OneSided intro={words.staleKept} names={kept} fields={fields} />
    </Dialog>
  )
}

/** What there is to do: choose, look, or nothing where both typed the same. */
function textOf(clashes: number, kept: number): string {
  if (clashes > 0) return words.staleText
  return kept > 0 ? words.staleBoth : words.staleNoClash
}

interface OneSidedProps {
  intro: string
  names: readonly string[]
  fields: Fields
}

/** Settings that one of the two changed, as they will be. */
function OneSided({ intro, names, fields }: OneSidedProps) {
  if (names.length === 0) return null
  return (
    <>
      <p>{intro}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {labelOf(name)}: {shownValue(name, fields[name] ?? '')}
          </li>
        ))}
      </ul>
    </>
  )
}
