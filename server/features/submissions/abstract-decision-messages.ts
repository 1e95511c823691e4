import type { Ctx } from '#server/core/ctx.ts'
import { type Message, messageKind, said } from '#server/core/message.ts'
import type { Placeholders } from '#shared/mail/template.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import type { Submission } from './access.ts'
import { authorLink, quoted, theSubmission, uploadBy, uploadLate, uploads } from './placeholders.ts'
import type { UploadDue } from './upload-due.ts'

/** The decision on an abstract, told to its author, with what to do now (decisions.md §10). */

interface OutcomeWords {
  key: string
  when: string
  title: string
  subject: string
  lead: string
  /** What comes next; `notice` where a notification says it in other words. */
  next: string
  notice?: string
  button: string
}

/** A decision's kinds are alike but for these words, and what is to be uploaded. */
const abstractOutcome = <const Own extends Placeholders>(words: OutcomeWords, own: Own) =>
  messageKind({
    key: words.key,
    group: 'decision',
    to: 'The author',
    when: words.when,
    placeholders: {
      abstractId: theSubmission.abstractId,
      submission: theSubmission.abstract,
      comments: { ...said('the organisers’ comments', 'Please shorten section 2.'), required: true },
      ...own,
    },
    notice: {
      opens: 'own',
      title: words.title,
      body: `${words.lead}\n\nFrom the organisers: {comments}\n\n${words.notice ?? words.next}`,
    },
    subject: words.subject,
    body: `${words.lead}\n\nFrom the organisers: {comments}\n\n${words.next}`,
    button: words.button,
  })

const accepted = {
  title: 'Abstract {abstractId} accepted',
  lead: 'Your abstract {submission} was accepted.',
}
const provisional = {
  title: 'Abstract {abstractId} provisionally accepted',
  lead: 'Your abstract {submission} was provisionally accepted: the organisers ask for changes.',
}
const { what: fullPaper } = uploads.abstract_approve
const { what: revisedAbstract } = uploads.abstract_request_change

const approve = abstractOutcome(
  {
    ...accepted,
    key: 'abstract_approve',
    when: 'An abstract was accepted.',
    subject: '{abstractId}: accepted – {what}',
    button: 'Upload your paper',
    next: 'What to do now: upload your full paper as a PDF.\n\nPlease upload it by {due}.',
  },
  uploadBy.placeholders(fullPaper),
)
const approveLate = abstractOutcome(
  {
    ...accepted,
    ...uploadLate.words('paper', fullPaper),
    key: 'abstract_approve_late',
    when: 'An abstract was accepted when the author’s deadline for papers had passed.',
    subject: `{abstractId}: accepted – ask for more time to ${fullPaper}`,
  },
  uploadLate.placeholders,
)
const change = abstractOutcome(
  {
    ...provisional,
    key: 'abstract_request_change',
    when: 'An abstract was provisionally accepted.',
    subject: '{abstractId}: provisionally accepted – {what}',
    button: 'Upload a revised abstract',
    next: 'What to do now: revise the abstract and upload the new version.\n\nPlease upload it by {due}.',
  },
  uploadBy.placeholders(revisedAbstract),
)
const changeLate = abstractOutcome(
  {
    ...provisional,
    ...uploadLate.words('resubmission', revisedAbstract),
    key: 'abstract_request_change_late',
    when: 'An abstract was provisionally accepted when the author’s deadline for revised files had passed.',
    subject: `{abstractId}: provisionally accepted – ask for more time to ${revisedAbstract}`,
  },
  uploadLate.placeholders,
)
const decline = abstractOutcome(
  {
    key: 'abstract_decline',
    when: 'An abstract was rejected.',
    title: 'Abstract {abstractId} rejected',
    subject: '{abstractId}: your abstract was not accepted',
    lead: 'Your abstract {submission} was not accepted. The submission ends here.',
    button: 'See your submission',
    next: 'You need not do anything.',
  },
  {},
)

/** `due`: the author's deadline for what the verdict asks for, and whether it has passed. */
export function abstractDecided(
  ctx: Ctx,
  s: Submission,
  verdict: ReviewVerdict,
  note: string | undefined,
  due: UploadDue,
): Message {
  const facts = { abstractId: s.id, submission: quoted(s.id, s.title), comments: note ?? '' }
  return { ...written(verdict, facts, authorLink(ctx, s.id), due), decides: s.id }
}

function written(
  verdict: ReviewVerdict,
  facts: { abstractId: string; submission: string; comments: string },
  link: string,
  { dueAt, missed, timeZone }: UploadDue,
): Message {
  if (verdict === 'decline') return decline.of(facts, link)
  if (missed !== null) {
    const late = verdict === 'approve' ? approveLate : changeLate
    return late.of({ ...facts, ...uploadLate.of(missed, timeZone) }, link)
  }
  return verdict === 'approve'
    ? approve.of({ ...facts, ...uploadBy.of(fullPaper, dueAt, timeZone) }, link)
    : change.of({ ...facts, ...uploadBy.of(revisedAbstract, dueAt, timeZone) }, link)
}

export const abstractDecisionMessages = [approve, approveLate, change, changeLate, decline]
