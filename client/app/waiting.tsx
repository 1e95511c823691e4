import { Skeleton } from '#client/ui/skeleton.tsx'
import styles from './bare.module.css'

/** Stands where a screen will be while its code or its user is on the way. */
export function Waiting() {
  return (
    <main className={styles.bare} aria-busy="true">
      <Skeleton />
    </main>
  )
}
