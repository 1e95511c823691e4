import { useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './field.module.css'
import { controlProps, Field, type FieldProps } from './field.tsx'
import { words } from './words.ts'

interface Props extends FieldProps {
  value: string
  onValue: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
}

/** A password, hidden until asked to show; pasting and password managers work. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...props}>
      <div className={styles.joined}>
        <input
          {...controlProps(props)}
          className={styles.control}
          type={shown ? 'text' : 'password'}
          autoComplete={props.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          value={props.value}
          onChange={(event) => props.onValue(event.target.value)}
        />
        <IconButton
          className={styles.reveal}
          small
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? words.hidePassword : words.showPassword}
          onClick={() => setShown(!shown)}
        />
      </div>
    </Field>
  )
}
