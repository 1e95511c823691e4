import { words } from './words.ts'

const { names } = words.keys

/** Keys as they are printed on a keyboard, one text for each press: `g p` is two, `Shift+x` one. */
export function keysInWords(keys: string, isMac = navigator.platform.startsWith('Mac')): string[] {
  return keys.split(' ').map((press) =>
    press
      .split('+')
      .map((key) => {
        if (key === 'Mod') return isMac ? names.ModOfMac : names.Mod
        if (key === 'Shift' || key === 'Enter' || key === 'Escape') return names[key]
        return /^[a-z]$/.test(key) ? key.toUpperCase() : key
      })
      .join(' + '),
  )
}
