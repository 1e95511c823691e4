import type { Config } from '#server/core/config.ts'

/**
 * Whom passkeys are for (WebAuthn): host and origin of PUBLIC_URL, never of a request's header. A passkey is bound to the
 * host for good.
 */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { rpId: hostname, origin }
}
