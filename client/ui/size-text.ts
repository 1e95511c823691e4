const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** What the settings and the server call a kB and, of those, a MB: the default limits read as 10 and 50 MB. */
const STEP = 1024

/** Bytes as a reader says them, in their own language: 1.4 MB. */
export function sizeText(bytes: number, locale?: string): string {
  let value = bytes
  let step = 0
  while (value >= STEP && step < units.length - 1) {
    value /= STEP
    step += 1
  }
  const maximumFractionDigits = step === 0 || value >= 10 ? 0 : 1
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits,
  }).format(value)
}
