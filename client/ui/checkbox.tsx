import type { ReactNode } from 'react'
import styles from './field.module.css'

interface Props {
  id: string
  name: string
  label: ReactNode
  checked: boolean
  onChecked: (checked: boolean) => void
  disabled?: boolean
}

/** A tick beside its label. */
export function Checkbox({ id, name, label, checked, onChecked, disabled }: Props) {
  return (
    <label className={styles.tick} htmlFor={id}>
      <input
        type="checkbox"
        {...{ id, name, checked, disabled }}
        onChange={(event) => onChecked(event.target.checked)}
      />
      {label}
    </label>
  )
}
