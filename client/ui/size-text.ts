const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Bytes as a reader says them, in their own language: 1.4 MB. Thousands, as file managers count. */
export function sizeText(bytes: number, locale?: string): string {
  let value = bytes
  let step = 0
  while (value >= 1000 && step < units.length - 1) {
    value /= 1000
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
