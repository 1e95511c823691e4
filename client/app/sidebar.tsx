import { useState } from 'react'
import { useConfig } from '#client/api/config.ts'
import { Link } from '#client/navigation/link.tsx'
import { loadAhead, loadable } from '#client/navigation/loadable.ts'
import { usePlace } from '#client/navigation/use-place.ts'
import { useWhenIdle } from '#client/navigation/when-idle.ts'
import { RoleBadge } from '#client/parts/role-badge.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Loaded } from '#client/ui/loaded.tsx'
import { ThemeSwitch } from '#client/ui/theme-switch.tsx'
import type { CurrentUser } from '#shared/people/contract.ts'
import styles from './sidebar.module.css'
import { dashboardLinks, sidebarLinks } from './sidebar-links.ts'
import { words } from './words.ts'

const avatarDialog = loadable(() => import('./avatar-dialog.tsx'), 'AvatarDialog')

const ahead = [() => loadAhead(avatarDialog)]

/** Brand with the avatar, Dashboard, Profile and the desk's sections (portal.md §2 "Shared sidebar"). */
export function Sidebar({ me, onKeys }: { me: CurrentUser; onKeys: () => void }) {
  const [menuOpen, setMenuOpen] = useState(false)
  const [avatarOpen, setAvatarOpen] = useState(false)
  useWhenIdle(ahead)
  const closeAvatar = () => setAvatarOpen(false)
  const conference = useConfig()?.conferenceName ?? words.product
  const place = usePlace()
  return (
    <header className={styles.sidebar} data-open={menuOpen || undefined} data-no-print>
      <div className={styles.brand}>
        <button
          className={styles.avatar}
          type="button"
          aria-label={words.avatar.open}
          title={words.avatar.open}
          onClick={() => setAvatarOpen(true)}
        >
          <Avatar name={me.name} photoUrl={me.profile.photoUrl} />
        </button>
        <div className={styles.names}>
          <span className={styles.name} title={me.name} dir="auto">
            {me.name}
          </span>
          <span className={styles.conference}>{conference}</span>
          <span className={styles.badges}>
            <RoleBadge of={me.role} />
            {me.roles.includes('staff') && <RoleBadge of="staff" />}
          </span>
        </div>
        <Button
          className={styles.menu}
          look="quiet"
          icon={menuOpen ? 'close' : 'menu'}
          aria-expanded={menuOpen}
          aria-controls="sections"
          onClick={() => setMenuOpen(!menuOpen)}
        >
          {words.menu}
        </Button>
      </div>
      <nav className={styles.nav} id="sections" aria-label={words.sections}>
        {dashboardLinks(me).map(({ to, label }) => (
          // The specification asks for a full page load here.
          <a className={styles.link} key={to} href={to} aria-current={place === to ? 'page' : undefined}>
            {label}
          </a>
        ))}
        {sidebarLinks(me).map(({ to, label }) => (
          <Link
            className={styles.link}
            key={to}
            to={to}
            aria-current={place === to ? 'page' : undefined}
            onClick={() => setMenuOpen(false)}
          >
            {label}
          </Link>
        ))}
        <Link
          className={styles.link}
          to="/profile"
          aria-current={place === '/profile' ? 'page' : undefined}
          onClick={() => setMenuOpen(false)}
        >
          {words.profile}
        </Link>
        <div className={styles.foot}>
          <ThemeSwitch />
          <Button look="quiet" small onClick={onKeys}>
            {words.keys.button}
          </Button>
        </div>
      </nav>
      {avatarOpen && <Loaded of={avatarDialog} props={{ me, onClose: closeAvatar }} onFailed={closeAvatar} />}
    </header>
  )
}
