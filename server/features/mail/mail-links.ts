import type { Config } from '#server/core/config.ts'
import type { Secrets } from '#server/core/secrets.ts'
import { opened, signed } from '#server/core/signed-key.ts'
import { scopeOf, type UnsubscribeScope } from '#shared/mail/choosable.ts'

/** The key of a mail's link that ends such mails for its recipient, without a log-in and for as long as mails are kept. */
export function unsubscribeKey({ unsubscribe }: Secrets, scope: UnsubscribeScope, userId: string): string {
  return signed(unsubscribe, `${scope}.${userId}`)
}

/** Whom and what such a key is for; undefined for one that we did not give. */
export function readUnsubscribeKey({ unsubscribe }: Secrets, key: string) {
  const says = opened(unsubscribe, key)
  const scope = says === undefined ? undefined : scopeOf(says)
  return says === undefined || scope === undefined
    ? undefined
    : { scope, userId: says.slice(scope.length + 1) }
}

/** The page with the button, for a person. */
export function unsubscribePage({ publicUrl }: Config, key: string): string {
  return `${publicUrl}/unsubscribe?token=${key}`
}

/**
 * For the mail program: the address (RFC 2369), and that one POST to it is enough (RFC 8058), which asks for HTTPS.
 * None for a mail that nobody can turn off.
 */
export function unsubscribeHeaders({ publicUrl }: Config, key: string | null): Record<string, string> {
  if (key === null) return {}
  return {
    'List-Unsubscribe': `<${publicUrl}/api/unsubscribe/${key}>`,
    ...(publicUrl.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  }
}
