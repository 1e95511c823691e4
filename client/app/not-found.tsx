import { Link } from '#client/navigation/link.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import styles from './bare.module.css'
import { words } from './words.ts'

/** Any path that no screen has. */
export function NotFound() {
  return (
    <main className={styles.bare}>
      <PageHeader title={words.notFound.title} />
      <Link to="/" className={buttonClass()}>
        {words.notFound.home}
      </Link>
    </main>
  )
}
