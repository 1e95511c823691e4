import { Button } from '#client/ui/button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import styles from './bare.module.css'
import { words } from './words.ts'

/** Where a screen broke: what happened, what was kept, what to do. */
export function Failure() {
  return (
    <main className={styles.bare}>
      <PageHeader title={words.failure.title} lead={words.failure.body} />
      <Button onClick={() => window.location.reload()}>{words.failure.reload}</Button>
    </main>
  )
}
