import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

/** The class of a link that should look like a button. */
export function buttonClass(look: ButtonLook = 'primary', small = false): string {
  return classNames(styles.button, styles[look], small && styles.small)
}

interface Props extends ComponentProps<'button'> {
  look?: ButtonLook
  small?: boolean
  icon?: IconName
  /** At work: says so, keeps the focus, and ignores further clicks. */
  busy?: boolean
}

/** A button; of type `button` unless told, so that none sends a form by accident. */
export function Button({ look, small, icon, busy = false, className, children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      data-quiet={look === 'quiet' || undefined}
      className={classNames(buttonClass(look, small), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<Props, 'icon' | 'children'> {
  icon: IconName
  /** What it does, for those who do not see the drawing. */
  label: string
}

/** A button that shows only a drawing. */
export function IconButton({ icon, label, look = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      look={look}
      {...rest}
      className={classNames(styles.only, className)}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </Button>
  )
}
