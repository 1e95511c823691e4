import { useId, useLayoutEffect, useState } from 'react'
import { useConfig } from '#client/api/config.ts'
import { Button } from '#client/ui/button.tsx'
import { markPage } from '#client/ui/mark-page.ts'
import styles from './support-button.module.css'
import { words } from './words.ts'

/** The floating Support button; it toggles the help tip (portal.md §1, §2). */
export function SupportButton() {
  const id = useId()
  const [open, setOpen] = useState(false)
  useLayoutEffect(() => markPage('data-has-support'), [])
  const email = useConfig()?.supportEmail
  return (
    <>
      <div className={styles.room} data-no-print />
      <div className={styles.support} data-no-print data-support>
        {open && email !== undefined && (
          <output className={styles.tip} id={id}>
            {email === '' ? (
              words.noSupport
            ) : (
              <>
                {words.help} <a href={`mailto:${email}`}>{email}</a>
              </>
            )}
          </output>
        )}
        <Button
          look="secondary"
          icon="help"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {words.support}
        </Button>
      </div>
    </>
  )
}
