import type { Guard } from './without-guard.ts'

/** A condition on whose row it is, and the sight (`sights.ts`) that must change where nobody asks for it. */
interface Watched extends Guard {
  noticedBy: string
}

const inFile = (
  file: string,
  rows: readonly [text: string, noticedBy: string, nth?: number, instead?: boolean][],
): Watched[] =>
  rows.map(([text, noticedBy, nth = 0, instead]) => ({
    ...{ file: `features/${file}`, text, noticedBy, nth },
    ...(instead === undefined ? {} : { instead }),
  }))

const faye = 'of the paper that Faye reviewed once, and Sara now, each sees reviews and may decide'
const nora = 'what Nora, who has nothing, can download about herself'
const sessions = 'Ada’s sessions and what others may do to them'
const picture =
  'Ada’s picture is seen by Otto, by Dora, who is disabled, in Ada’s session that was ended, in the one that is over, and by Otto in hers'
const statement = 'a statement of Stan’s finds'
const imported = 'an import of Stan’s for papers that are not the desk’s'
const publications = 'Rita’s publications are seen and changed by'
const calendars = 'calendars: Otto sees one, turns his off, and opens Dora’s, who is disabled'
const password = 'Nora changes her password; then Ada, and Nora herself, are answered'

/** Those that the scene has somebody for whom they alone keep out. */
export const guards: readonly Watched[] = [
  ...inFile('submissions/access.ts', [
    ['isNull(submissions.deletedAt)', 'Ada opens as author'],
    ['eq(submissions.authorId, personOf(ctx).userId)', 'Otto opens as author'],
    ['gt(submissions.paperRound, 0)', 'Clara opens papers'],
  ]),
  ...inFile('reviewing/access.ts', [
    ['gt(submissions.paperRound, 0)', 'Rita opens as reviewer'],
    ['ne(submissions.authorId, reviewerId)', 'Bea opens as reviewer'],
    ['eq(assignments.reviewerId, reviewerId)', 'Nora opens as reviewer'],
    ['isNull(assignments.endedAt)', 'Ray opens as reviewer'],
    ['eq(reviews.reviewerId, reviewerId)', 'Nora opens as reviewer'],
    ['eq(conflicts.reviewerId, reviewerId)', 'Sara opens as reviewer'],
    ['or(assignedTo(ctx, reviewerId), exists(reviewed))', 'Nora opens as reviewer'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source
    ['sql`not ${exists(conflicted)}`', 'Cora opens as reviewer'],
    ['visibleTo(ctx, personOf(ctx).userId)', 'Nora opens as reviewer'],
    ['reviewable(reviewerId)', 'Bea may write a review of', 1],
    ['eq(assignments.reviewerId, reviewerId)', 'Nora may write a review of', 1],
    ['isNull(assignments.endedAt)', 'Ray may write a review of', 1],
  ]),
  ...inFile('reviewing/preview-paper.ts', [
    ['eq(assignments.reviewerId, reviewerId)', faye],
    ['isNull(assignments.endedAt)', faye],
    ['eq(reviews.reviewerId, reviewerId)', faye],
  ]),
  ...inFile('reviewing/assigned-papers.ts', [
    ['eq(assignments.reviewerId, reviewerId)', 'Nora has assigned and decided'],
    ['reviewable(reviewerId)', 'Bea has assigned and decided'],
    ['assignments.waiting', 'Ray has assigned and decided'],
    ['eq(reviewDrafts.reviewerId, reviewerId)', 'Sara’s draft is seen by'],
  ]),
  ...inFile('reviewing/reviewed-papers.ts', [
    ['visibleTo(ctx, reviewerId)', 'Cora has assigned and decided'],
    ['eq(reviews.reviewerId, reviewerId)', 'Rita has assigned and decided'],
  ]),
  ...inFile('reviewing/version-for.ts', [
    ['eq(submissions.authorId, reader)', 'links made for Otto open'],
    ['isNull(versions.retiredAt)', 'links made for Ada open'],
    ["eq(versions.part, 'paper')", 'links made for Rita open'],
    ['isNull(versions.retiredAt)', 'links made for Rita open', 1],
    ['visibleTo({ tx: db }, reader)', 'links made for Cora open'],
    ['readableBy({ tx: db }, reader)', 'links made for Faye open'],
    ['standing', 'links made for Clara open', 1],
  ]),
  ...inFile('reviewing/keep-text.ts', [
    ['eq(reviewDraftTexts.reviewerId, reviewerId)', 'Sara’s earlier texts are seen by'],
    ['eq(reviewDrafts.reviewerId, reviewerId)', 'Sara’s draft is seen by'],
  ]),
  ...inFile('reviewing/publications/publications.ts', [
    ['eq(publications.userId, userId)', publications],
    ['eq(publications.userId, personOf(ctx).userId)', publications],
  ]),
  ...inFile('payments/access.ts', [
    ['isNotNull(submissions.paymentUrgency)', statement],
    [
      '!knowsAll && submission.paymentUrgency === null',
      'Stan’s verification is refused otherwise than by 404 for',
      0,
      false,
    ],
  ]),
  ...inFile('payments/list-payments.ts', [['standing', 'Stan lists payments', 1]]),
  ...inFile('payments/import/desk-papers.ts', [
    ['standing', statement, 1],
    ['mayBePaid', statement, 1],
  ]),
  ...inFile('payments/import/apply-import.ts', [
    ['standing', imported, 1],
    ['mayBePaid', imported, 1],
  ]),
  ...inFile('payments/receipts/read-receipt.ts', [
    ['eq(submissions.authorId, userId)', 'Otto asks for the receipt'],
  ]),
  ...inFile('notices/list-notices.ts', [['eq(notices.userId, userId)', 'Nora’s notifications']]),
  ...inFile('notices/mark-read.ts', [
    ['eq(notices.userId, personOf(ctx).userId)', 'Nora’s notifications'],
    ['eq(notices.userId, personOf(ctx).userId)', 'Nora’s notifications', 1],
  ]),
  ...inFile('people/authenticate.ts', [
    ['row.disabledAt === null', 'Dora, who is disabled, asks with the token that she had', 0, true],
    ['row.userId === userId', picture, 0, true],
    ['row.endedAt === null', picture, 0, true],
    ['row.expiresAt > now', picture, 0, true],
  ]),
  ...inFile('people/sessions.ts', [
    ['isNull(users.disabledAt)', 'Dora, who is disabled, goes on with her session', 1],
    ['eq(sessions.userId, userId)', password],
    ['ne(sessions.id, except)', password],
    ['eq(sessions.userId, me.userId)', sessions],
    ['isNull(sessions.endedAt)', sessions, 1],
    ['gt(sessions.expiresAt, ctx.now)', sessions],
    ['eq(sessions.userId, personOf(ctx).userId)', sessions],
    ['isNull(sessions.endedAt)', sessions, 2],
  ]),
  ...inFile('people/topics.ts', [['eq(users.id, userId)', 'Nora saves no topics, and Rita has', 1]]),
  ...inFile('reminders/calendar-feed.ts', [
    ['eq(calendarFeeds.userId, personOf(ctx).userId)', calendars],
    ['eq(calendarFeeds.userId, personOf(ctx).userId)', calendars, 1],
    ['isNull(users.disabledAt)', calendars],
  ]),
  ...inFile('privacy/my-submissions.ts', [['eq(submissions.authorId, userId)', nora]]),
  ...inFile('privacy/my-data.ts', [
    ['eq(sessions.userId, userId)', nora],
    ['eq(deadlineExtensions.userId, userId)', nora],
    ['eq(mailPreferences.userId, userId)', nora],
    ['eq(calendarFeeds.userId, userId)', nora],
    ['eq(notices.userId, userId)', nora],
  ]),
  ...inFile('privacy/my-reviewing.ts', [
    ['eq(publications.userId, userId)', nora],
    ['eq(assignments.reviewerId, userId)', nora],
    ['eq(conflicts.reviewerId, userId)', nora],
    ['eq(bids.reviewerId, userId)', nora],
    ['eq(reviews.reviewerId, userId)', nora],
    ['eq(reviewDrafts.reviewerId, userId)', nora],
    ['eq(reviewDraftTexts.reviewerId, userId)', nora],
  ]),
]

/**
 * What holds a row’s owner against somebody too and is not taken away here: by where it is tried instead, or why it keeps
 * nobody out.
 */
export const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'server/features/people/second-factor.test.ts and passkeys.test.ts': [
    'features/people/check-code.ts: eq(secondFactors.userId, userId)',
    'features/people/check-code.ts: eq(recoveryCodes.userId, userId)',
    'features/people/check-passkey.ts: eq(passkeys.userId, userId)',
    'features/people/passkey-challenges.ts: eq(passkeyChallenges.userId, userId)',
    'features/people/passkey-challenges.ts: eq(passkeyChallenges.userId, userId) (2)',
    'features/people/second-factor-rows.ts: eq(secondFactors.userId, userId)',
    'features/people/second-factor-rows.ts: eq(passkeys.userId, userId)',
    'features/people/second-factor-rows.ts: eq(recoveryCodes.userId, userId)',
    'features/people/second-factor-rows.ts: eq(secondFactors.userId, userId) (2)',
    'features/people/second-factor-rows.ts: eq(passkeys.userId, userId) (2)',
    'features/people/second-factor.ts: eq(recoveryCodes.userId, userId)',
    'features/people/second-factor.ts: eq(secondFactors.userId, userId)',
  ],
  'server/features/privacy/delete-account.test.ts': [
    'features/privacy/forget-payers.ts: eq(submissions.authorId, authorId)',
    'features/privacy/give-back-papers.ts: eq(reviews.reviewerId, reviewerId)',
    'features/privacy/give-back-papers.ts: eq(assignments.reviewerId, reviewerId)',
    'features/privacy/give-back-papers.ts: eq(reviewDrafts.reviewerId, reviewerId)',
    'features/privacy/give-back-papers.ts: eq(reviewDraftTexts.reviewerId, reviewerId)',
    'features/privacy/money-left-behind.ts: eq(submissions.authorId, authorId)',
    'features/privacy/what-leaving-does.ts: eq(submissions.authorId, userId)',
    'features/privacy/what-leaving-does.ts: eq(reviews.reviewerId, userId)',
    'features/privacy/withdraw-submissions.ts: eq(submissions.authorId, authorId)',
    'features/reviewing/publications/forget-publications.ts: eq(publications.userId, userId)',
  ],
  'server/features/privacy/my-data.test.ts': ['features/privacy/my-data.ts: eq(passkeys.userId, userId)'],
  'server/features/privacy/former-addresses.test.ts': [
    'features/privacy/my-data.ts: eq(formerAddresses.userId, userId)',
  ],
  'trust/trials/idempotency.ts': ['http/idempotency.ts: eq(idempotencyKeys.userId, userId)'],
  'trust/trials/one-time-links.ts': ['features/people/one-time-token.ts: eq(oneTimeTokens.userId, userId)'],
  'server/features/notices/preferences.test.ts': [
    'features/notices/preferences.ts: eq(digestItems.userId, userId)',
    'features/notices/unsubscribe.ts: eq(mailPreferences.userId, userId)',
  ],
  'the tests of reviews and drafts: it says what is somebody’s own, and shows nobody’s': [
    'features/reviewing/access.ts: eq(reviews.reviewerId, reviewerId) (2)',
    'features/reviewing/access.ts: eq(reviews.reviewerId, reviewerId) (3)',
    'features/reviewing/keep-text.ts: eq(table.reviewerId, reviewerId)',
    'features/reviewing/keep-text.ts: eq(reviewDraftTexts.reviewerId, key.reviewerId)',
    'features/reviewing/save-draft.ts: eq(reviewDrafts.reviewerId, key.reviewerId)',
    'features/reviewing/publications/publications.ts: eq(publications.userId, userId) (2)',
    'features/settings/deadline.ts: eq(deadlineExtensions.userId, userId)',
  ],
  'organisers alone: it picks whom they named, and keeps nobody out': [
    'features/assigning/proposals/start-proposal.ts: eq(proposals.madeBy, userId)',
    'features/people/change-user.ts: eq(deadlineExtensions.userId, userId)',
    'features/people/read-user.ts: eq(submissions.authorId, authorId)',
    'features/reviewing/change-due.ts: eq(assignments.reviewerId, reviewerId)',
    'features/reviewing/desk-assignments.ts: eq(assignments.reviewerId, reviewerId)',
    'features/reviewing/read-reviewer.ts: eq(assignments.reviewerId, reviewerId)',
    'features/reviewing/read-reviewer.ts: eq(reviews.reviewerId, reviewerId)',
    'features/reviewing/read-reviewer.ts: eq(conflicts.reviewerId, reviewerId)',
    'features/reviewing/unassign.ts: eq(assignments.reviewerId, reviewerId)',
  ],
}
