import { sizeText } from '#client/ui/size-text.ts'

/** Before this the speed is a guess. */
const MEASURED_MS = 1000

/**
 * Speed and time left of an upload in the reader's language: '1.2 MB per second · 8 sec left'; nothing until a second
 * was measured. `percent` of `bytes` are sent after `elapsedMs`.
 */
export function progressNote(
  percent: number,
  bytes: number,
  elapsedMs: number,
  say: { speed: (size: string) => string; left: (time: string) => string },
  locale?: string,
): string | undefined {
  if (elapsedMs < MEASURED_MS || percent <= 0 || percent >= 99) return undefined
  const sent = (percent / 100) * bytes
  const perSecond = sent / (elapsedMs / 1000)
  const seconds = Math.ceil((bytes - sent) / perSecond)
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute']
  const time = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  return `${say.speed(sizeText(perSecond, locale))} · ${say.left(time)}`
}
