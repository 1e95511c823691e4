import { logOut } from '#client/api/log-out.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { type Command, useCommands } from '#client/parts/commands/commands.ts'
import { words as common } from '#client/parts/commands/words.ts'
import type { CurrentUser } from '#shared/people/contract.ts'
import { dashboardLinks, sidebarLinks } from './sidebar-links.ts'
import { words } from './words.ts'

/**
 * The commands of every screen: g and a letter to each of the person's sections, the palette, all keys, and leaving.
 */
export function useShellKeys(me: CurrentUser, openKeys: () => void, openPalette: () => void): void {
  const sections = [
    ...dashboardLinks(me),
    ...sidebarLinks(me),
    { to: '/profile', label: words.profile, key: 'f' },
  ] as const
  const commands: Command[] = sections.map(({ to, label, key }) => ({
    label,
    keys: `g ${key}`,
    group: common.goTo,
    run: () => navigate({ to }),
  }))
  const group = common.everywhere
  commands.push(
    { label: words.palette.open, keys: 'Mod+k', group, keyOnly: true, run: openPalette },
    { label: words.keys.show, keys: '?', group, run: openKeys },
    { label: words.logOut, group, run: () => void logOut() },
  )
  useCommands(commands)
}
