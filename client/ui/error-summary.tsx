import { useContext, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './error-summary.module.css'
import { flagTitle } from './page-title.ts'
import { SummaryPlaceContext } from './summary-place.tsx'
import { words } from './words.ts'

interface Props {
  id: string
  problems: readonly { message: string; target?: string }[]
}

/**
 * All that is wrong with a form, above it or where a `SummaryPlace` says, each linked to its field (GOV.UK Design System, "Error summary"). Takes the
 * focus when it appears; the page's title says "Error: " as long as it is there.
 */
export function ErrorSummary({ id, problems }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const place = useContext(SummaryPlaceContext)
  const wording = problems.map(({ message }) => message).join('\n')
  useEffect(() => {
    if (wording === '') return
    box.current?.focus()
    return flagTitle(words.errorTitle)
  }, [wording])
  if (problems.length === 0) return null
  const summary = (
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
  return place === null ? summary : createPortal(summary, place)
}

/** Goes to the field without touching the address, which belongs to the views. */
function focusOn(event: { preventDefault(): void }, target: string): void {
  event.preventDefault()
  document.getElementById(target)?.focus()
}
