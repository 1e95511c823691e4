const KEY = 'rememberedEmail'
const DAYS_30 = 30 * 24 * 60 * 60 * 1000

/** Keeps the address for 30 days on this device. Never a password: decisions.md §12. */
export function rememberEmail(email: string, now: Date): void {
  localStorage.setItem(KEY, JSON.stringify({ email, until: now.getTime() + DAYS_30 }))
}

export function forgetEmail(): void {
  localStorage.removeItem(KEY)
}

/** The remembered address, or undefined when there is none or its 30 days are over. */
export function rememberedEmail(now: Date): string | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const email: unknown = Reflect.get(kept, 'email')
    const until: unknown = Reflect.get(kept, 'until')
    const holds = typeof email === 'string' && typeof until === 'number' && now.getTime() < until
    return holds ? email : undefined
  } catch {
    return undefined
  }
}
