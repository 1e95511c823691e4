import type { Portal } from '#server/http/portal.ts'
import { serve, servePrepared, serveSteps } from '#server/http/serve.ts'
import type { BodyOf } from '#shared/core/endpoint.ts'
import * as account from '#shared/people/account-contract.ts'
import * as contract from '#shared/people/contract.ts'
import * as desk from '#shared/people/desk-contract.ts'
import * as importing from '#shared/people/import-contract.ts'
import * as passkey from '#shared/people/passkey-contract.ts'
import * as factor from '#shared/people/second-factor-contract.ts'
import * as ownTopics from '#shared/people/topics-contract.ts'
import { addPasskey, startPasskey } from './add-passkey.ts'
import { changeEmail, verifyEmail } from './change-email.ts'
import { changeUser } from './change-user.ts'
import { importPeople, previewPeople } from './import/import-people.ts'
import { inviteReviewers, newSecret, newSecrets, resendInvitation, revokeInvitation } from './invite.ts'
import { listInvitations } from './list-invitations.ts'
import { listUsers } from './list-users.ts'
import { logIn } from './log-in.ts'
import { setUp } from './make-first-admin.ts'
import { markExperienced } from './mark-experienced.ts'
import { changePassword, forgotPassword, resetPassword } from './password-reset.ts'
import { becomeAuthor, me, saveAvatar, saveProfile } from './profile.ts'
import { readInvitation } from './read-invitation.ts'
import { readUser } from './read-user.ts'
import { register } from './register.ts'
import { registerReviewer } from './register-reviewer.ts'
import { removePasskey } from './remove-passkey.ts'
import {
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor.ts'
import { endSession, listSessions, logOut, refreshSession } from './sessions.ts'
import { readTopics, saveTopics } from './topics.ts'

/** Accounts, profiles, people and invitations. */
export function peopleRoutes(portal: Portal): void {
  serveSteps(portal, contract.register, (steps, { body }) => register(steps, body))
  serveSteps(portal, contract.registerReviewer, (steps, { body }) => registerReviewer(steps, body))
  serve(portal, contract.readInvitation, (ctx, { body }) => readInvitation(ctx, body.invitation))
  serveSteps(portal, contract.login, (steps, { body }) => logIn(steps, body))
  serve(portal, contract.refreshToken, (ctx, { body }) => refreshSession(ctx, body.refreshToken))
  serveSteps(portal, contract.logout, (steps) => steps.transact(logOut))
  serve(portal, contract.logoutByPost, (ctx) => logOut(ctx))
  serveSteps(portal, contract.forgotPassword, (steps, { body }) => forgotPassword(steps, body.email))
  serveSteps(portal, contract.resetPassword, (steps, { body }) =>
    resetPassword(steps, body.token, body.password),
  )
  serve(portal, contract.verifyEmail, (ctx, { body }) => verifyEmail(ctx, body.token))
  serveSteps(portal, contract.setUp, (steps, { body }) => setUp(steps, body))

  serve(portal, contract.me, (ctx) => me(ctx))
  serve(portal, contract.saveProfile, (ctx, { body }) => saveProfile(ctx, body))
  serve(portal, ownTopics.readTopics, (ctx) => readTopics(ctx))
  serve(portal, ownTopics.saveTopics, (ctx, { body }) => saveTopics(ctx, body.topics))
  serve(portal, contract.uploadAvatar, (ctx, { file }) => saveAvatar(ctx, file))
  serve(portal, account.listSessions, (ctx) => listSessions(ctx))
  serve(portal, account.endSession, (ctx, { params }) => endSession(ctx, params.sessionId))
  serveSteps(portal, account.changePassword, (steps, { body }) =>
    changePassword(steps, body.password, body.newPassword),
  )
  serveSteps(portal, account.changeEmail, (steps, { body }) => changeEmail(steps, body.password, body.email))
  serve(portal, factor.readSecondFactor, (ctx) => readSecondFactor(ctx))
  serveSteps(portal, factor.startSecondFactor, (steps, { body }) => startSecondFactor(steps, body.password))
  serveSteps(portal, factor.confirmSecondFactor, (steps, { body }) => confirmSecondFactor(steps, body.code))
  serveSteps(portal, factor.renewRecoveryCodes, (steps, { body }) => renewRecoveryCodes(steps, body.password))
  serveSteps(portal, factor.endSecondFactor, (steps, { body }) => endSecondFactor(steps, body.password))
  serveSteps(portal, passkey.startPasskey, (steps, { body }) => startPasskey(steps, body.password))
  serveSteps(portal, passkey.addPasskey, (steps, { body }) => addPasskey(steps, body.name, body.passkey))
  serveSteps(portal, passkey.removePasskey, (steps, { params, body }) =>
    removePasskey(steps, params.passkeyId, body.password),
  )
  serve(portal, contract.becomeAuthor, (ctx) => becomeAuthor(ctx))

  serve(portal, desk.listUsers, (ctx, { query }) => listUsers(ctx, query))
  serve(portal, desk.readUser, (ctx, { params }) => readUser(ctx, params.userId))
  serve(portal, desk.changeUser, (ctx, { params, body }) => changeUser(ctx, params.userId, body))
  serve(portal, desk.markExperienced, (ctx, { body }) => markExperienced(ctx, body))
  serveSteps(portal, importing.previewPeople, (steps, { body }) => previewPeople(steps, body.file))
  serve(portal, importing.importPeople, (ctx, { body }) => importPeople(ctx, body.people))
  serve(portal, desk.listInvitations, (ctx, { query }) => listInvitations(ctx, query))
  const inviteesIn = (body: BodyOf<typeof desk.inviteReviewers>) =>
    'invitations' in body ? body.invitations : [body]
  servePrepared(
    portal,
    desk.inviteReviewers,
    ({ body }) => newSecrets(portal.world(), inviteesIn(body)),
    (ctx, { body }, secrets) => inviteReviewers(ctx, inviteesIn(body), secrets),
  )
  servePrepared(
    portal,
    desk.resendInvitation,
    () => newSecret(portal.world()),
    (ctx, { params }, secret) => resendInvitation(ctx, params.invitationId, secret),
  )
  serve(portal, desk.revokeInvitation, (ctx, { params }) => revokeInvitation(ctx, params.invitationId))
}
