import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { listed } from '#server/db/schema/columns.ts'
import { emails } from '#server/db/schema.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { awaitingUpload } from '#shared/submissions/upload-awaited.ts'
import { askingForReviews, lettingGo } from './review-mails.ts'

/** What mails with a link that lets in say once it does so no more: by which token, and what to do instead. */
const links: Readonly<Record<string, { purpose: string; instead: string }>> = {
  verify_email: {
    purpose: 'verify_email',
    instead: 'Send a new one from the person’s page under People, where the address is not confirmed yet.',
  },
  welcome: {
    purpose: 'welcome',
    instead: 'The person gets a new one by “Forgot password”, or by you from their page under People.',
  },
  registered_again: { purpose: 'welcome', instead: 'The person gets a new one by “Forgot password”.' },
  reset_password: { purpose: 'reset_password', instead: 'The person gets a new one by “Forgot password”.' },
  confirm_new_email: {
    purpose: 'change_email',
    instead: 'The person asks for the new address again, in their profile.',
  },
}

const invite = 'Invite the person again under Reviewers, if they are still wanted.'

/**
 * Why a mail would only mislead if it were sent now, in an organiser’s words; null: it would not. Its PIN or link lets
 * nobody in any more, another decision followed the one it tells of, its submission is gone, its receipt is void, what it asks
 * its author for was done, no review of the papers it asks its reviewer for is waited for, or one of all that it lets them go from is.
 */
export const outOfDate = ({ now }: Pick<Ctx, 'now'>): SQL<string | null> =>
  sql<string | null>`case
    when ${emails.kind} = 'invitation' then ${invitationEnded(now)}
    ${sql.join(
      Object.entries(links).map(
        ([kind, { purpose, instead }]) =>
          sql`when ${emails.kind} = ${kind}::text then case when not ${isGood(purpose, now)}
            then ${`Its link is good no longer: it was used, replaced by a newer one or has expired. ${instead}`}::text end`,
      ),
      sql` `,
    )}
    when ${emails.decides} is not null then ${decidedSince}
    when ${emails.kind} in (${listed(uploadReminders)}) then ${uploadedSince}
    when ${emails.kind} in (${listed(paymentRequests)}) then ${paidSince}
    when ${emails.kind} in (${listed(askingForReviews)}) then ${noneAwaited}
    when ${emails.kind} in (${listed(lettingGo)}) then ${awaitedAgain}
    when ${emails.attached} is not null then (select ${'Its receipt is void. The author finds the one in force with the submission.'}::text
      from receipts r where r.id = (${emails.attached} ->> 'id')::uuid and r.voided_at is not null)
  end`

const invitationEnded = (now: Date): SQL => sql`case
    when exists (select from invitations i where i.email_id = ${emails.id}) then (
      select case
        when i.accepted_at is not null then 'The invitation was accepted: its PIN is good no longer.'
        when i.revoked_at is not null then ${`The invitation was revoked. ${invite}`}::text
        when i.expires_at <= ${now.toISOString()}::timestamptz
          then 'The invitation has expired. Send it again under Reviewers, with a new PIN.'
      end from invitations i where i.email_id = ${emails.id} limit 1)
    when exists (select from invitations i where lower(i.email) = lower(${emails.toAddress})
      and i.accepted_at is null and i.revoked_at is null)
      then 'A newer mail has another PIN: this one’s is good no longer. Send the invitation again under Reviewers.'
    else ${`Its PIN is good no longer. ${invite}`}::text end`

/** Whether a link still lets in that was made with the mail: in one transaction, and so at one moment. */
const isGood = (purpose: string, now: Date): SQL => {
  const open = sql`t.purpose = ${purpose}::text and t.created_at = ${emails.createdAt} and t.used_at is null
    and t.expires_at > ${now.toISOString()}::timestamptz`
  return purpose === 'change_email'
    ? sql`exists (select from one_time_tokens t where lower(t.address) = lower(${emails.toAddress}) and ${open})`
    : sql`exists (select from one_time_tokens t join users u on u.id = t.user_id
        where lower(u.email) = lower(${emails.toAddress}) and ${open})`
}

const decidedSince = sql`coalesce((
    select 'The decision was taken back, or another followed. Send again the mail that tells of the last one.'
    from emails later where later.decides = ${emails.decides} and later.created_at > ${emails.createdAt} limit 1
  ), (
    select 'The submission was withdrawn or deleted since.'
    from submissions s where s.id = ${emails.decides} and (s.stage = 'withdrawn' or s.deleted_at is not null)
  ))`

/** Whether a later mail of such a kind went to the same person about the same: it leads to the same place. */
const followedBy = (kinds: readonly string[]): SQL =>
  sql`exists (select from emails later where lower(later.to_address) = lower(${emails.toAddress})
      and later.kind in (${listed(kinds)}) and later.created_at > ${emails.createdAt}
      and later.button ->> 'url' = ${emails.button} ->> 'url')`

/** Of the submission that a mail to its author leads to. */
const itsSubmission = sql`s.id = substring(${emails.button} ->> 'url' from 'abstractId=(A[0-9]+-[0-9]+)$')`

/** What authors are reminded of while their file is missing. */
const uploadReminders = ['upload_due', 'upload_late']

/** That of an abstract leads to no submission, as there is none yet. */
const uploadedSince = sql`coalesce((
    select 'Its submission does not wait for this file any more.'
    from submissions s where ${itsSubmission} and (s.deleted_at is not null or s.stage not in (${listed(awaitingUpload)})
      or exists (select from submission_events e where e.submission_id = s.id and e.at > ${emails.createdAt}
        and e.to_stage = s.stage and e.from_stage is distinct from s.stage))
  ), (
    select 'An abstract was submitted since.'
    from submissions s join users u on u.id = s.author_id
    where ${emails.button} ->> 'url' like '%view=upload-abstract' and s.deleted_at is null
      and lower(u.email) = lower(${emails.toAddress}) limit 1
  ), case when ${followedBy(uploadReminders)} then 'Another reminder of the same followed. Send that one again.' end)`

/** What tells authors that the fee is due, or how much of it. */
const paymentRequests = ['payment_part', 'payment_reopened', 'payment_unfound', 'payment_not_the_fee']

const paidSince = sql`(select case
    when s.deleted_at is not null or s.stage <> 'awaiting_payment' then 'The submission awaits no payment any more.'
    when exists (select from payments p where p.submission_id = s.id and p.reopened_at is null
      and p.reported_at > ${emails.createdAt}) then 'Its author reported a payment since.'
    when ${followedBy(paymentRequests)}
      then 'Another mail followed that says what is due. Send that one again.'
  end from submissions s where ${itsSubmission})`

/** The papers that a mail to a reviewer names by their numbers. */
const papersNamed = sql`regexp_matches(${emails.subject} || ' ' || ${emails.body}, '\\mP[0-9]{2}-[0-9]{4,}-[0-9A-Z]\\M', 'g') as named(number)`

/** Whether its recipient’s review is waited for of one of them. */
const isAwaited = sql`exists (
    select from users u join assignments a on a.reviewer_id = u.id join submissions s on s.id = a.submission_id
    where lower(u.email) = lower(${emails.toAddress}) and a.waiting and s.paper_id = named.number[1])`

/** What tells a reviewer of another due date of one paper. */
const dueChanges = ['due_changed', 'due_removed']

const noneAwaited = sql`coalesce((
    select 'Its recipient owes no review of a paper that it names any more.'
    from ${papersNamed} having count(*) > 0 and not bool_or(${isAwaited})
  ), case when ${emails.kind} in (${listed(dueChanges)}) and ${followedBy(dueChanges)}
    then 'Another mail followed that says the due date. Send that one again.' end)`

const awaitedAgain = sql`(select 'The recipient’s review of every paper that it names is waited for again.'
    from ${papersNamed} having count(*) > 0 and bool_and(${isAwaited}))`

/** For each reason, to whom the mails were to go that are left out for it. */
export function whyLeftOut(leftOut: readonly { toAddress: string; reason: string | null }[]): string[] {
  const reasons = groupBy(leftOut, ({ reason }) => reason ?? '')
  return [...reasons].map(([reason, mails]) => {
    const to = mails.slice(0, 3).map(({ toAddress }) => toAddress)
    const more = mails.length > to.length ? ` and ${mails.length - to.length} more` : ''
    return `Not sent to ${to.join(', ')}${more}: ${reason}`
  })
}
