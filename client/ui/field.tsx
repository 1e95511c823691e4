import type { ReactNode } from 'react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

/** What every field has; `useForm` gives all but the label and the hint. */
export interface FieldProps {
  id: string
  name: string
  label: ReactNode
  hint?: ReactNode
  /** The field's own problem, worded beside it. */
  error?: string | undefined
}

/** Label above, hint and problem between label and control, as screen readers read them. */
export function Field({ id, label, hint, error, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className={styles.field} data-invalid={error !== undefined || undefined}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
      {children}
    </div>
  )
}

/** The control's attributes that belong to its label, hint and problem. */
export function controlProps({ id, name, hint, error }: FieldProps) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    name,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': ids === '' ? undefined : ids,
  }
}
