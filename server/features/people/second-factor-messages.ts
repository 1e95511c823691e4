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
    title: 'Two-step verification was turned on',
    body: 'From now on a log-in asks for a code of your app too. Other sessions were ended.',
  },
  subject: 'Two-step verification was turned on',
  body: `From now on a log-in to your account asks for a code of your authenticator app too. Other sessions were ended.

Keep the recovery codes where you find them without your phone. If it was not you, tell us at once by answering this mail.`,
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
    title: 'An organiser turned your two-step verification off',
    body: 'Your password alone is enough to log in again. Turn two-step verification on again in your profile.',
  },
  subject: 'An organiser turned your two-step verification off',
  body: `An organiser turned two-step verification off for your account, so that you can log in with your password alone.

Turn it on again in your profile. If you did not ask for this, tell us at once by answering this mail.`,
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
    title: 'New recovery codes were made',
    body: 'Your earlier recovery codes no longer work.',
  },
  subject: 'New recovery codes were made',
  body: `New recovery codes were made for your account; the earlier ones no longer work.

If it was not you, set a new password at once and tell us.`,
  button: 'Set a new password',
})
export const recoveryCodesRenewed = (ctx: Ctx): Message => renewed.of({}, forgot(ctx))

export const secondFactorMessages = [on, off, reset, used, renewed].map(({ kind }) => kind)
