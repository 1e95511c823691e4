import styles from './field.module.css'
import { controlProps, Field, type FieldProps } from './field.tsx'

interface Props extends FieldProps {
  value: string
  /** Without it the text can be read and copied only. */
  onValue?: (value: string) => void
  rows?: number
}

/** Several lines of text under their label. */
export function TextArea(props: Props) {
  return (
    <Field {...props}>
      <textarea
        {...controlProps(props)}
        className={styles.control}
        dir="auto"
        rows={props.rows ?? 5}
        value={props.value}
        readOnly={props.onValue === undefined}
        onChange={(event) => props.onValue?.(event.target.value)}
      />
    </Field>
  )
}
