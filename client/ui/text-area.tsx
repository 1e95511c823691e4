import styles from './field.module.css'
import { controlProps, Field, type FieldProps } from './field.tsx'

interface Props extends FieldProps {
  value: string
  onValue: (value: string) => void
  rows?: number
}

/** Several lines of text under their label. */
export function TextArea(props: Props) {
  return (
    <Field {...props}>
      <textarea
        {...controlProps(props)}
        className={styles.control}
        rows={props.rows ?? 5}
        value={props.value}
        onChange={(event) => props.onValue(event.target.value)}
      />
    </Field>
  )
}
