import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'

/** What is told about two-step verification (decisions.md §4, §10). */

const profile = (ctx: Ctx) => `${ctx.config.publicUrl}/profile`
const forgot = (ctx: Ctx) => `${ctx.config.publicUrl}/forgot-password`

const on = messageKind({
  key: 'second_factor_on',
  group: 'account',
  to: 'The person',
  when: 'Two-step verification was turned on.',
  placeholders: {},
  notice: {
    opens: null,
    title: 'Two-step verification was turned on',
    body: 'From now on a log-in asks for a second step too: a code of your app or a passkey. Other sessions were ended.',
  },
  subject: 'Two-step verification was turned on',
  body: `From now on a log-in to your account asks for a second step too: a code of your authenticator app, or your passkey. Other sessions were ended.

Keep the recovery codes where you find them without your phone and computer. If it was not you, write to {support} at once.`,
  button: 'Open your profile',
})
export const secondFactorOn = (ctx: Ctx): Message => on.of({}, profile(ctx))

const off = messageKind({
  key: 'second_factor_off',
  group: 'account',
  to: 'The person',
  when: 'Somebody turned their two-step verification off.',
  placeholders: {},
  notice: {
    opens: null,
    title: 'Two-step verification was turned off',
    body: 'Your password alone is enough to log in again. If it was not you, set a new password at once.',
  },
  subject: 'Two-step verification was turned off',
  body: `Your password alone is enough to log in to your account again.

If it was not you, set a new password at once and tell us.`,
  button: 'Set a new password',
})
export const secondFactorOff = (ctx: Ctx): Message => off.of({}, forgot(ctx))

const reset = messageKind({
  key: 'second_factor_reset',
  group: 'account',
  to: 'The person',
  when: 'An organiser turned somebody’s two-step verification off, because they lost their device.',
  placeholders: {},
  notice: {
    opens: null,
    title: 'An organiser turned your two-step verification off',
    body: 'Your password alone is enough to log in again. Turn two-step verification on again in your profile.',
  },
  subject: 'An organiser turned your two-step verification off',
  body: `An organiser turned two-step verification off for your account, so that you can log in with your password alone.

Turn it on again in your profile. If you did not ask for this, write to {support} at once.`,
  button: 'Open your profile',
})
export const secondFactorReset = (ctx: Ctx): Message => reset.of({}, profile(ctx))

const used = messageKind({
  key: 'recovery_code_used',
  group: 'account',
  to: 'The person',
  when: 'Somebody logged in with a recovery code.',
  placeholders: { left: line('how many recovery codes are left', '9') },
  notice: {
    opens: null,
    title: 'A recovery code was used',
    body: 'Somebody, most likely you, logged in with a recovery code. Left: {left}.',
  },
  subject: 'A recovery code was used to log in',
  body: `Somebody, most likely you, logged in to your account with a recovery code. Left: {left}.

If it was not you, set a new password at once and tell us.`,
  button: 'Set a new password',
})
export const recoveryCodeUsed = (ctx: Ctx, left: number): Message =>
  used.of({ left: String(left) }, forgot(ctx))

const renewed = messageKind({
  key: 'recovery_codes_renewed',
  group: 'account',
  to: 'The person',
  when: 'New recovery codes were made.',
  placeholders: {},
  notice: {
    opens: null,
    title: 'New recovery codes were made',
    body: 'Your earlier recovery codes no longer work.',
  },
  subject: 'New recovery codes were made',
  body: `New recovery codes were made for your account; the earlier ones no longer work.

If it was not you, set a new password at once and tell us.`,
  button: 'Set a new password',
})
export const recoveryCodesRenewed = (ctx: Ctx): Message => renewed.of({}, forgot(ctx))

const added = messageKind({
  key: 'second_step_added',
  group: 'account',
  to: 'The person',
  when: 'A passkey or an authenticator app was added to two-step verification that was on.',
  placeholders: { what: line('what was added', 'the passkey “Laptop”') },
  notice: {
    opens: null,
    title: 'A way to log in was added',
    body: 'Added to your two-step verification: {what}. If it was not you, remove it and set a new password at once.',
  },
  subject: 'A way to log in was added to your account',
  body: `Added to the two-step verification of your account: {what}.

If it was not you, remove it in your profile, set a new password at once and tell us.`,
  button: 'Open your profile',
})
export const wayAdded = (ctx: Ctx, what: string): Message => added.of({ what }, profile(ctx))

const removed = messageKind({
  key: 'second_step_removed',
  group: 'account',
  to: 'The person',
  when: 'A passkey or the authenticator app was removed, and two-step verification is still on.',
  placeholders: { what: line('what was removed', 'the passkey “Laptop”') },
  notice: {
    opens: null,
    title: 'A way to log in was removed',
    body: 'Removed from your two-step verification: {what}. If it was not you, set a new password at once.',
  },
  subject: 'A way to log in was removed from your account',
  body: `Removed from the two-step verification of your account: {what}.

If it was not you, set a new password at once and tell us.`,
  button: 'Set a new password',
})
export const wayRemoved = (ctx: Ctx, what: string): Message => removed.of({ what }, forgot(ctx))

const copied = messageKind({
  key: 'passkey_copied',
  group: 'account',
  to: 'The person',
  when: 'A log-in was refused because the passkey had signed less often than before: there may be a copy of it.',
  placeholders: { passkey: line('what the person calls the passkey', 'Laptop') },
  notice: {
    opens: null,
    title: 'There may be a copy of your passkey “{passkey}”',
    body: 'A log-in with it was refused: it had signed less often than before. Remove it, and set a new password.',
  },
  subject: 'There may be a copy of your passkey',
  body: `A log-in with your password and your passkey “{passkey}” was refused: the passkey had signed less often than before, as a copy of it would have.

Set a new password, then remove the passkey in your profile and tell us.`,
  button: 'Set a new password',
})
export const passkeyCopied = (ctx: Ctx, name: string): Message => copied.of({ passkey: name }, forgot(ctx))

export const secondFactorMessages = [on, off, reset, used, renewed, added, removed, copied].map(
  ({ kind }) => kind,
)
