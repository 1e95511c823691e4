import { useId } from 'react'
import styles from './field.module.css'

interface Props<T extends string> {
  legend: string
  value: T
  options: readonly { value: T; label: string }[]
  onValue: (value: T) => void
}

/** A choice among a few, side by side; arrows move it. */
export function RadioToggle<T extends string>({ legend, value, options, onValue }: Props<T>) {
  const name = useId()
  return (
    <fieldset className={styles.toggle}>
      <legend>{legend}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label className={styles.option} key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValue(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
