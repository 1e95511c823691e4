import { Icon } from '#client/ui/icon.tsx'
import { roleNames } from '#shared/core/role-names.ts'
import type { Role } from '#shared/core/roles.ts'
import styles from './role-badge.module.css'
import { words } from './words.ts'

/** What somebody is here. No state: it has a frame where a state has its colour. */
export function RoleBadge({ of }: { of: Role | 'staff' }) {
  return (
    <span className={styles.badge}>
      <Icon name="user" />
      {of === 'staff' ? words.staff : roleNames[of]}
    </span>
  )
}
