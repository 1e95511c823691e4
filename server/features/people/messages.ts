import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'
import { inZone } from '#server/features/settings/deadline.ts'
import { roleNames } from '#shared/core/role-names.ts'
import type { Role } from '#shared/core/roles.ts'

/** Mails about accounts and invitations (decisions.md §4, §6, §10). */

const verifyLink = (ctx: Ctx, token: string) =>
  `${ctx.config.publicUrl}/verify-email?token=${encodeURIComponent(token)}`
const choosingLink = (ctx: Ctx, token: string) =>
  `${ctx.config.publicUrl}/reset-password?token=${encodeURIComponent(token)}`
const forgotLink = (ctx: Ctx, email: string) =>
  `${ctx.config.publicUrl}/forgot-password?email=${encodeURIComponent(email)}`

const verify = messageKind({
  key: 'verify_email',
  group: 'account',
  to: 'The new person',
  when: 'An account was opened, or its holder logs in before confirming the address.',
  placeholders: {},
  secretLink: true,
  subject: 'Confirm your e-mail address',
  body: `Somebody, most likely you, opened an account with this address. Confirm the address to log in.

The link is good for 24 hours. If it was not you, do not confirm it and ignore this mail: nothing will happen.`,
  button: 'Confirm the address',
})
export const verifyYourEmail = (ctx: Ctx, token: string): Message => verify.of({}, verifyLink(ctx, token))

const welcome = messageKind({
  key: 'welcome',
  group: 'account',
  to: 'The new person',
  when: 'An organiser imported a list of people with a new address, or gave a role or the payments desk to somebody whose address is not confirmed.',
  placeholders: {},
  secretLink: true,
  subject: '{conference}: choose a password for your account',
  body: `You have an account in the portal of {conference}: the organisers opened it for you, or gave it a role that you did not have. Choose a password to log in; one that you chose before is good no longer.

The link is good for 30 days. After that, ask for a new one at “Forgot password”.`,
  button: 'Choose a password',
})
export const welcomeMail = (ctx: Ctx, token: string): Message => welcome.of({}, choosingLink(ctx, token))

const registered = messageKind({
  key: 'already_registered',
  group: 'account',
  to: 'The person',
  when: 'Somebody registers with an address that has an account, or wants to move another account to it.',
  placeholders: {},
  subject: 'You already have an account',
  body: `Somebody, most likely you, tried to register with this address, or to use it for another account. It already has an account, so nothing was changed.

Log in with your password. If you have forgotten it, set a new one.`,
  button: 'Set a new password',
})
export const alreadyRegistered = (ctx: Ctx, email: string): Message =>
  registered.of({}, forgotLink(ctx, email))

const registeredAgain = messageKind({
  key: 'registered_again',
  group: 'account',
  to: 'The person',
  when: 'Somebody registers with an address whose account is not confirmed yet, with another password.',
  placeholders: {},
  secretLink: true,
  subject: 'You already have an account: choose its password',
  body: `Somebody, most likely you, registered with this address. It already has an account, which is not confirmed yet.

No password that was typed so far opens it, whoever typed it: choose one now, which confirms the address too.

The link is good for 30 days. If it was not you, ignore this mail: nobody can log in to the account.`,
  button: 'Choose a password',
})
export const choosePassword = {
  key: registeredAgain.kind.key,
  of: (ctx: Ctx, token: string): Message => registeredAgain.of({}, choosingLink(ctx, token)),
}

const disabled = messageKind({
  key: 'account_is_disabled',
  group: 'account',
  to: 'The person',
  when: 'Somebody registers with the address of a disabled account, or asks for a new password for it.',
  placeholders: {},
  subject: 'Your account is disabled',
  body: `Somebody, most likely you, tried to register with this address or asked for a new password.

The account with this address was disabled by the organisers: nobody can log in with it, and no other can be opened with this address.

If you want to use it again, write to {support}. If it was not you, ignore this mail.`,
  button: 'Open the portal',
})
export const accountDisabled = (ctx: Ctx): Message => disabled.of({}, ctx.config.publicUrl)

const reset = messageKind({
  key: 'reset_password',
  group: 'account',
  to: 'The person',
  when: 'Somebody has forgotten their password.',
  placeholders: {},
  secretLink: true,
  subject: 'Set a new password',
  body: `Somebody, most likely you, asked for a new password.

The link is good for one hour and for one use. If it was not you, ignore this mail: your password stays.`,
  button: 'Set a new password',
})
export const resetYourPassword = (ctx: Ctx, token: string): Message => reset.of({}, choosingLink(ctx, token))

const changed = messageKind({
  key: 'password_changed',
  group: 'account',
  to: 'The person',
  when: 'A password was changed.',
  placeholders: {},
  notice: {
    opens: null,
    title: 'Your password was changed',
    body: 'Your password was changed and other sessions were ended. If it was not you, set a new password at once.',
  },
  subject: 'Your password was changed',
  body: `The password of your account was changed, and other sessions were ended.

If it was not you, set a new password at once and tell us.`,
  button: 'Set a new password',
})
export const passwordChanged = (ctx: Ctx, email: string): Message => changed.of({}, forgotLink(ctx, email))

const confirmNew = messageKind({
  key: 'confirm_new_email',
  group: 'account',
  to: 'The person, at the new address',
  when: 'Somebody wants another e-mail address.',
  placeholders: {},
  secretLink: true,
  subject: 'Confirm your new e-mail address',
  body: `Somebody, most likely you, wants to use this address for an account. Confirm it to make the change.

The link is good for 24 hours. If it was not you, ignore this mail: nothing will happen.`,
  button: 'Confirm the address',
})
export const confirmNewEmail = {
  key: confirmNew.kind.key,
  of: (ctx: Ctx, token: string): Message => confirmNew.of({}, verifyLink(ctx, token)),
}

const moved = messageKind({
  key: 'email_changed',
  group: 'account',
  to: 'The person, at the new address',
  when: 'An e-mail address was changed.',
  placeholders: { address: line('the new address', 'ada@north.example') },
  notice: {
    opens: null,
    title: 'Your e-mail address was changed',
    body: 'Your account’s e-mail address is now {address}. Log in with it from now on.',
  },
  subject: 'Your e-mail address was changed',
  body: `Your account’s e-mail address is now {address}.

Log in with it from now on.`,
  button: 'Open the portal',
})
export const emailChanged = (ctx: Ctx, address: string): Message =>
  moved.of({ address }, ctx.config.publicUrl)

/** The old address is not told the new one. */
const movedFrom = messageKind({
  key: 'email_changed_from',
  group: 'account',
  to: 'The person, at the old address',
  when: 'An e-mail address was changed.',
  placeholders: {},
  subject: 'Your account uses another e-mail address now',
  body: `The e-mail address of your account was changed; mails of the portal go to the new one.

If it was not you, write to {support} at once.`,
  button: 'Open the portal',
})
export const emailChangedFrom = (ctx: Ctx): Message => movedFrom.of({}, ctx.config.publicUrl)

interface Invitation {
  email: string
  pin: string
  linkToken: string
  expiresAt: Date
  /** The conference's. */
  timeZone: string
}

const invitation = messageKind({
  key: 'invitation',
  group: 'account',
  to: 'The invited person',
  when: 'Somebody is invited to review.',
  placeholders: {
    pin: { about: 'the PIN that registering asks for', sample: 'K7M2-P9QX', kind: 'secret', required: true },
    day: line('until when the invitation is good', '3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)'),
  },
  secretLink: true,
  subject: '{conference}: you are invited to review',
  body: `The organisers of {conference} invite you to review papers.

To take part, register as a reviewer with this address and the PIN below by {day}. If you have an account here, enter its password.

Your PIN: {pin}`,
  button: 'Register as a reviewer',
})
export function reviewerInvitation(ctx: Ctx, given: Invitation): Message {
  const { email, pin, linkToken } = given
  const day = inZone(given.expiresAt, given.timeZone)
  const query = new URLSearchParams({ role: 'reviewer', email, invitation: linkToken })
  return invitation.of({ pin, day }, `${ctx.config.publicUrl}/signup?${query.toString()}`)
}

const role = messageKind({
  key: 'role_changed',
  group: 'account',
  to: 'The person',
  when: 'An organiser changed somebody’s role, or somebody with an account accepted an invitation to review.',
  placeholders: { role: line('the new role', 'reviewer') },
  notice: { opens: null, title: 'Your role was changed', body: 'You are now {role} in the portal.' },
  subject: 'Your role in the portal was changed',
  body: 'Your role was changed: you are now {role}.',
  button: 'Open the portal',
})
export const roleChanged = (ctx: Ctx, newRole: Role): Message =>
  role.of({ role: roleNames[newRole].toLowerCase() }, ctx.config.publicUrl)

export const roleChangedKey = role.kind.key

export const accountMessages = [
  verify,
  welcome,
  registered,
  registeredAgain,
  disabled,
  reset,
  changed,
  confirmNew,
  moved,
  movedFrom,
  invitation,
  role,
].map(({ kind }) => kind)
