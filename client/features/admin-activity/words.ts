import { activityKindWords } from '#shared/activity/kind-words.ts'

/** Fields whose stored name says little. */
const fields: Readonly<Record<string, string>> = {
  stage: 'status',
  part: 'kind of file',
  number: 'version',
  ended_how: 'how it ended',
  due_at: 'review due',
  email_verified_at: 'address confirmed',
  password_hash: 'password',
  photo_file_id: 'photo',
  sent_at: 'mail sent',
  email: 'e-mail address',
}

/** The activity desk (decisions.md §8). */
export const words = {
  title: 'Activity',
  search: 'Search activity',
  filter: 'Show',
  filters: {
    '': 'Everything',
    ...activityKindWords,
  },
  empty: 'Nothing here',
  emptyHint: 'What people change in the portal is listed here.',
  failed: 'Failed to load',
  portal: 'The portal',
  nobody: 'somebody',
  aSubmission: 'a submission',
  open: 'Open',
  details: 'Before and after',
  verdicts: {
    approve: 'accepts it',
    request_change: 'accepts it provisionally',
    decline: 'rejects it',
    none: 'no verdict',
  },
  none: 'nothing',
  filledIn: 'filled in (what it says is not kept here)',
  emptied: 'emptied (what it said is not kept here)',
  changed: 'changed (what it says is not kept here)',
  veiled: 'not shown',
  fields,
  yes: 'yes',
  no: 'no',
} as const
