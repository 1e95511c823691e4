import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { controlProps, Field, type FieldProps } from './field.tsx'

interface Props extends FieldProps {
  value: string
  onValue?: (value: string) => void
  /** What else the browser should know: type, autoComplete, inputMode, readOnly … */
  input?: Omit<ComponentProps<'input'>, 'id' | 'name' | 'value' | 'onChange' | 'className'>
}

/** A line of text under its label. */
export function TextField(props: Props) {
  return (
    <Field {...props}>
      <input
        dir="auto"
        {...props.input}
        {...controlProps(props)}
        className={styles.control}
        value={props.value}
        onChange={(event) => props.onValue?.(event.target.value)}
      />
    </Field>
  )
}
