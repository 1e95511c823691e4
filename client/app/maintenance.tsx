import { PageHeader } from '#client/ui/page-header.tsx'
import styles from './bare.module.css'
import { words } from './words.ts'

/** All that a client built with VITE_MAINTENANCE=on shows. It asks nothing of the server, so that the website's address comes with the build. */
export function Maintenance() {
  const website = import.meta.env.VITE_CONFERENCE_URL
  return (
    <main className={styles.bare}>
      <PageHeader title={words.maintenance.title} lead={words.maintenance.body} />
      {website && <a href={website}>{words.maintenance.website}</a>}
    </main>
  )
}
