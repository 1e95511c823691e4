import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'

/** Mails about accounts and invitations (decisions.md §4, §6, §10). */

export function verifyYourEmail(ctx: Ctx, token: string): Message {
  return {
    kind: 'verify_email',
    title: 'Confirm your e-mail address',
    body: 'We sent you a link to confirm your e-mail address.',
    subject: 'Confirm your e-mail address',
    paragraphs: [
      'Somebody, most likely you, opened an account with this address. Confirm the address to log in.',
      'The link is good for 24 hours. If it was not you, ignore this mail: nothing will happen.',
    ],
    action: {
      label: 'Confirm the address',
      url: `${ctx.config.publicUrl}/verify-email?token=${encodeURIComponent(token)}`,
    },
  }
}

export function alreadyRegistered(ctx: Ctx, email: string): Message {
  return {
    kind: 'already_registered',
    title: 'You already have an account',
    body: 'Somebody tried to register with your address.',
    subject: 'You already have an account',
    paragraphs: [
      'Somebody, most likely you, tried to register with this address. It already has an account, so nothing was changed.',
      'Log in with your password. If you have forgotten it, set a new one.',
    ],
    action: {
      label: 'Set a new password',
      url: `${ctx.config.publicUrl}/forgot-password?email=${encodeURIComponent(email)}`,
    },
  }
}

export function resetYourPassword(ctx: Ctx, token: string): Message {
  return {
    kind: 'reset_password',
    title: 'Set a new password',
    body: 'We sent you a link to set a new password.',
    subject: 'Set a new password',
    paragraphs: [
      'Somebody, most likely you, asked for a new password.',
      'The link is good for one hour and for one use. If it was not you, ignore this mail: your password stays.',
    ],
    action: {
      label: 'Set a new password',
      url: `${ctx.config.publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
    },
  }
}

export function passwordChanged(ctx: Ctx, email: string): Message {
  return {
    kind: 'password_changed',
    title: 'Your password was changed',
    body: 'Your password was changed and other sessions were ended. If it was not you, set a new password at once.',
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed, and other sessions were ended.',
      'If it was not you, set a new password at once and tell us.',
    ],
    action: {
      label: 'Set a new password',
      url: `${ctx.config.publicUrl}/forgot-password?email=${encodeURIComponent(email)}`,
    },
  }
}

/** To the new address. */
export function confirmNewEmail(ctx: Ctx, token: string): Message {
  return {
    kind: 'confirm_new_email',
    title: 'Confirm your new e-mail address',
    body: 'We sent a link to your new e-mail address.',
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      'Somebody, most likely you, wants to use this address for an account. Confirm it to make the change.',
      'The link is good for 24 hours. If it was not you, ignore this mail: nothing will happen.',
    ],
    action: {
      label: 'Confirm the address',
      url: `${ctx.config.publicUrl}/verify-email?token=${encodeURIComponent(token)}`,
    },
  }
}

/** To the person, at the new address. */
export function emailChanged(ctx: Ctx, address: string): Message {
  return {
    kind: 'email_changed',
    title: 'Your e-mail address was changed',
    body: `Your account’s e-mail address is now ${address}. Log in with it from now on.`,
    subject: 'Your e-mail address was changed',
    paragraphs: [`Your account’s e-mail address is now ${address}.`, 'Log in with it from now on.'],
    action: { label: 'Open the portal', url: ctx.config.publicUrl },
  }
}

/** To the old address, which is not told the new one. */
export function emailChangedFrom(ctx: Ctx): Message {
  return {
    kind: 'email_changed',
    title: 'Your e-mail address was changed',
    body: 'Your account uses another e-mail address now.',
    subject: 'Your account uses another e-mail address now',
    paragraphs: [
      'The e-mail address of your account was changed; mails of the portal go to the new one.',
      'If it was not you, tell us at once by answering this mail.',
    ],
    action: { label: 'Open the portal', url: ctx.config.publicUrl },
  }
}

interface Invitation {
  email: string
  pin: string
  linkToken: string
  conference: string
  expiresAt: Date
}

export function reviewerInvitation(
  ctx: Ctx,
  { email, pin, linkToken, conference, expiresAt }: Invitation,
): Message {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt)
  const query = new URLSearchParams({ role: 'reviewer', email, invitation: linkToken })
  return {
    kind: 'invitation',
    title: 'Invitation to review',
    body: `You are invited to review for ${conference}.`,
    subject: `${conference}: you are invited to review`,
    paragraphs: [
      `The organisers of ${conference} invite you to review papers.`,
      `To take part, register as a reviewer with this address and the PIN below by ${day}.`,
      `Your PIN: ${pin}`,
    ],
    action: { label: 'Register as a reviewer', url: `${ctx.config.publicUrl}/signup?${query.toString()}` },
  }
}

export function roleChanged(ctx: Ctx, role: string): Message {
  return {
    kind: 'role_changed',
    title: 'Your role was changed',
    body: `You are now ${role} in the portal.`,
    subject: 'Your role in the portal was changed',
    paragraphs: [`An organiser changed your role: you are now ${role}.`],
    action: { label: 'Open the portal', url: ctx.config.publicUrl },
  }
}
