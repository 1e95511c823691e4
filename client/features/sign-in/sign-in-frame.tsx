import type { ReactNode } from 'react'
import { useConfig } from '#client/api/config.ts'
import { SummaryPlace } from '#client/ui/summary-place.tsx'
import { ThemeSwitch } from '#client/ui/theme-switch.tsx'
import styles from './sign-in-frame.module.css'
import { words } from './words.ts'

/** The cover of the portal beside the form: the conference's name, leading to its website. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const config = useConfig()
  const name = <span className={styles.name}>{config?.conferenceName}</span>
  return (
    <div className={styles.frame}>
      <header className={styles.cover}>
        {config?.website ? (
          <a className={styles.logo} href={config.website}>
            {name}
          </a>
        ) : (
          <div className={styles.logo}>{name}</div>
        )}
        <p className={styles.portal}>{words.portal}</p>
      </header>
      <main className={styles.main}>
        <div className={styles.form}>
          <SummaryPlace>{children}</SummaryPlace>
        </div>
      </main>
      <footer className={styles.foot}>
        <ThemeSwitch />
      </footer>
    </div>
  )
}
