import styles from './field.module.css'
import { controlProps, Field, type FieldProps } from './field.tsx'

interface Props extends FieldProps {
  value: string
  options: readonly { value: string; label: string }[]
  onValue: (value: string) => void
  disabled?: boolean
}

/** A choice from a list under its label. */
export function SelectField(props: Props) {
  return (
    <Field {...props}>
      <select
        {...controlProps(props)}
        className={styles.control}
        value={props.value}
        disabled={props.disabled}
        onChange={(event) => props.onValue(event.target.value)}
      >
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}
