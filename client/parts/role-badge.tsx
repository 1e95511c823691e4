import { Icon } from '#client/ui/icon.tsx'
import type { Role } from '#shared/core/roles.ts'
import styles from './role-badge.module.css'
import { roleNames } from './words.ts'

/** What somebody is here. No state: it has a frame where a state has its colour. */
export function RoleBadge({ of }: { of: Role }) {
  return (
    <span className={styles.badge}>
      <Icon name="user" />
      {roleNames[of]}
    </span>
  )
}
