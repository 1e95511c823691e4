import { useEffect, useRef } from 'react'
import styles from './error-summary.module.css'
import { flagTitle } from './page-title.ts'
import { words } from './words.ts'

interface Props {
  id: string
  problems: readonly { message: string; target?: string }[]
}

/**
 * All that is wrong with a form, above it, each linked to its field (GOV.UK Design System, "Error summary"). Takes the
 * focus when it appears; the page's title says "Error: " as long as it is there.
 */
export function ErrorSummary({ id, problems }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const wording = problems.map(({ message }) => message).join('\n')
  useEffect(() => {
    if (wording === '') return
    box.current?.focus()
    return flagTitle(words.errorTitle)
  }, [wording])
  if (problems.length === 0) return null
  return (
    <div className={styles.summary} ref={box} id={id} role="alert" tabIndex={-1}>
      <h2>{words.problem}</h2>
      <ul>
        {problems.map(({ message, target }) => (
          <li key={message}>
            {target === undefined ? (
              message
            ) : (
              <a href={`#${target}`} onClick={(event) => focusOn(event, target)}>
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Goes to the field without touching the address, which belongs to the views. */
function focusOn(event: { preventDefault(): void }, target: string): void {
  event.preventDefault()
  document.getElementById(target)?.focus()
}
