import { useId, useState } from 'react'
import { useConfig } from '#client/api/config.ts'
import controls from '#client/ui/field.module.css'
import { controlProps, Field } from '#client/ui/field.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { AOE, localAt, momentTyped, momentWords, ownZone, UNFINISHED } from './moment.ts'
import styles from './moment-field.module.css'
import { words } from './words.ts'

interface Props {
  name: string
  label: string
  /** ISO 8601 with offset; empty is none; {@link UNFINISHED} what is half typed. */
  value: string
  onValue: (moment: string) => void
  hint?: string | undefined
  error?: string | undefined
  /** What is odd about it, though it may be so. */
  warning?: string | undefined
  /** Where a form's summary of problems leads, or a form that holds back what is half typed. */
  id?: string
}

/**
 * A moment, typed in the conference's zone, Anywhere on Earth or the reader's own, and said in all of them, so that
 * nobody can misread it. What is half typed is no moment, and said once the field is left; a form holds it back ({@link isFinished}).
 */
export function MomentField({ name, label, value, onValue, hint, error, warning, id: given }: Props) {
  const own = useId()
  const id = given ?? own
  const conference = useConfig()?.timeZone ?? ownZone()
  const [chosen, setChosen] = useState<string>()
  const zone = chosen ?? conference
  // Minutes are all that is shown: of seconds a narrow field shows only half. A value that is left alone keeps its own.
  // As typed, for as long as it means the value: a half-typed year must not be rewritten under the typist's hands.
  const [typed, setTyped] = useState('')
  const isUnfinished = value === UNFINISHED
  const [isLeft, setLeft] = useState(isUnfinished)
  const shown =
    momentTyped(typed, isUnfinished, zone) === value
      ? typed
      : value === '' || isUnfinished
        ? ''
        : localAt(value, zone).slice(0, 16)
  const take = ({ value: text, validity }: HTMLInputElement) => {
    const moment = momentTyped(text, validity.badInput, zone)
    setTyped(text)
    if (moment !== value) onValue(moment)
  }
  // What is half typed from nothing, or taken away from that, changes no value, so that no change is told.
  const takeSilent = (input: HTMLInputElement) => input.value === '' && take(input)
  const zones = [...new Set([conference, AOE, ownZone()])]
  const labelOf = (one: string) =>
    one === AOE ? words.aoe : one === conference ? words.conferenceZone(one) : words.yourZone(one)
  const warned = warning && (
    <span className={styles.warning}>
      <Icon name="alert" /> {warning}
    </span>
  )
  const unfinished = isUnfinished && isLeft ? words.unfinishedMoment : undefined
  const field = { id, name, label, hint: warned || hint, error: error ?? unfinished }
  return (
    <Field {...field}>
      <div className={styles.parts}>
        <input
          {...controlProps(field)}
          className={controls.control}
          type="datetime-local"
          // A year has four digits: without it, the hour's would go on into the year.
          max="9999-12-31T23:59"
          value={shown}
          onChange={(event) => {
            setLeft(false)
            take(event.target)
          }}
          // Enter sends what is in the form, as leaving the field for its button does.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            setLeft(true)
            takeSilent(event.currentTarget)
          }}
          onKeyUp={(event) => takeSilent(event.currentTarget)}
          onBlur={(event) => {
            setLeft(true)
            takeSilent(event.currentTarget)
          }}
        />
        <label className={styles.zone}>
          {words.zone}
          <select
            className={controls.control}
            aria-label={words.zoneOf(label)}
            value={zone}
            onChange={(event) => setChosen(event.target.value)}
          >
            {zones.map((one) => (
              <option key={one} value={one}>
                {labelOf(one)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {value !== '' && !isUnfinished && (
        <ul className={styles.said}>
          {zones.map((one) => (
            <li key={one}>
              {momentWords(value, one)} · {labelOf(one)}
            </li>
          ))}
        </ul>
      )}
    </Field>
  )
}
