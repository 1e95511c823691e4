import type { Audience } from '#shared/mail/audience.ts'
import type { EmailDeed, EmailState } from '#shared/mail/states.ts'

/** The mail desk (decisions.md §8). */
export const words = {
  title: 'Mail',
  search: 'Search mails',
  filter: 'Show',
  filters: {
    '': 'Everything',
    held: 'Held',
    queued: 'Waiting to be sent',
    sent: 'Sent',
    failed: 'Failed',
    bounced: 'Bounced',
    kept: 'Kept here',
    discarded: 'Put away unsent',
  },
  states: {
    held: 'held',
    queued: 'waiting',
    sent: 'sent',
    failed: 'failed',
    bounced: 'bounced',
    kept: 'kept here',
    discarded: 'put away',
  } satisfies Record<EmailState, string>,
  sending: 'being sent',
  empty: 'No mails here',
  emptyHint: 'Every mail that the portal writes is listed here, with what became of it.',
  failed: 'Failed to load',
  actionFailed: 'Action failed',
  to: 'To',
  texts: 'Texts',
  write: 'Write to a group',
  backToMail: 'Back to Mail',
  tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  sendAgain: 'Send again',
  notAgain: (reason: string) => `It cannot be sent again. ${reason}`,
  notSent: (reason: string) => `It cannot be sent. ${reason}`,
  release: 'Send it now',
  releaseAnyway: 'Send it as it is',
  holdsNoLonger: 'This mail was edited, and is sent as it was saved. Look at it before it goes.',
  releaseChosen: 'Send them now',
  tryNow: 'Try now',
  saveFirst: 'Your changes are not saved, and would not go with it. Save them first.',
  askDiscard: (n: number) =>
    `${n === 1 ? 'This mail is' : `These ${n} mails are`} never sent, and cannot be sent later. The notification in the portal stays.`,
  askAgain: (n: number) =>
    n === 1
      ? 'This mail is sent once more. Who has it already gets it twice.'
      : `${n} mails are sent once more. Who has them already gets them twice.`,
  discard: 'Do not send',
  cancel: 'Cancel',
  all: {
    held: (count: number) => (count === 1 ? 'Send the held mail now' : `Send all ${count} held mails now`),
    queued: (count: number) =>
      count === 1 ? 'Try the waiting mail now' : `Try all ${count} waiting mails now`,
    failed: (count: number) =>
      count === 1 ? 'Send the failed mail again' : `Send all ${count} failed mails again`,
    bounced: (count: number) =>
      count === 1 ? 'Send the bounced mail again' : `Send all ${count} bounced mails again`,
  },
  ask: {
    held: (count: number) =>
      count === 1
        ? 'The mail about a decision is sent to its author now, with the dates that hold now. If it was edited and says a date that holds no longer, it is left here.'
        : `${count} mails about decisions are sent to their authors now, with the dates that hold now. One that was edited and says a date that holds no longer is left here and named.`,
    queued: (count: number) =>
      count === 1
        ? 'The mail server is asked at once, and again for three days.'
        : `The mail server is asked for ${count} mails at once, and again for three days.`,
    failed: (count: number) =>
      count === 1 ? 'The mail is tried once more.' : `${count} mails are tried once more.`,
    bounced: (count: number) =>
      count === 1
        ? 'The mail is sent once more. Mend its address first: bouncing mails harm the sender’s name.'
        : `${count} mails are sent once more. Mend the addresses first: bouncing mails harm the sender’s name.`,
  },
  putOff: (count: number) =>
    count === 1
      ? '1 mail waits: the mail server did not take it, and is asked again. It said'
      : `${count} mails wait: the mail server did not take them, and is asked again. Last it said`,
  longWaiting: (count: number) =>
    `${count === 1 ? '1 mail waits' : `${count} mails wait`}, some for more than ten minutes: the mail server may be down.`,
  keptHere: (count: number, sends: boolean) =>
    `${count === 1 ? '1 mail was' : `${count} mails were`} kept here unsent, ${sends ? 'from before a mail server was set up. Send again what is still of use.' : 'as no mail server is set up (SMTP_URL).'}`,
  seeThem: 'See them',
  heldHint: (count: number) =>
    count === 1 ? '1 mail about a decision waits for you.' : `${count} mails about decisions wait for you.`,
  seeHeld: 'See the held mails',
  history: 'What became of it',
  deeds: {
    sent: 'The mail server took it',
    put_off: 'Tried; another try follows',
    failed: 'Refused; no other try follows',
    kept: 'Kept here',
    bounced: 'It came back',
    delayed: 'The receiving server puts it off',
    complained: 'The recipient called it spam',
    held: 'Held',
    edited: 'Changed',
    released: 'Released',
    discarded: 'Put away unsent',
    resent: 'To be sent again',
  } satisfies Record<EmailDeed, string>,
  written: 'Written',
  said: (answer: string) => `“${answer}”`,
  by: (name: string) => `by ${name}`,
  under: (messageId: string) => `as ${messageId}`,
  waits: 'Not sent yet',
  beingSent: 'Being sent now',
  headers: 'Headers',
  headersTried: 'As the mail server was given them. Its log knows the mail by the Message-ID.',
  headersToCome: 'As they would be sent now; the date is that of the sending.',
  copy: 'Copy',
  message: 'The mail',
  attachments: 'Attachments',
  attached: 'Attached:',
  types: { 'application/pdf': 'PDF' } as Readonly<Record<string, string>>,
  hidden: 'PINs and links that let somebody in are hidden.',
  edit: 'Change it before it goes',
  subject: 'Subject',
  body: 'Text',
  bodyHint: 'An empty line begins a new paragraph.',
  button: 'Words on the button',
  save: 'Save',
  stale: 'Somebody else changed this meanwhile. Theirs:',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
  textsLead: 'Every message that the portal sends, by when it is sent. Open one to change its words.',
  toWhom: (to: string) => `To: ${to}`,
  subjectOf: (subject: string) => `Subject: ${subject}`,
  groups: {
    account: 'Accounts',
    submission: 'Submissions',
    decision: 'Decisions',
    review: 'Reviews',
    payment: 'Payments',
    notice: 'Messages',
  } as Readonly<Record<string, string>>,
  edited: 'edited',
  backToTexts: 'Back to texts',
  placeholders: 'Placeholders',
  placeholdersCount: (count: number) => `Placeholders you can use (${count})`,
  placeholdersHint:
    'Written in braces, like {name}; each mail says what it stands for. A paragraph is left out of a mail where one of them stands for nothing.',
  required: 'the text must have it',
  optional: 'may stand for nothing',
  inText: 'not in the subject',
  saveText: 'Save the text',
  preview: 'Preview',
  test: 'Send it to me',
  reset: 'Back to the portal’s own text',
  resetAsk: 'Your edited text is lost.',
  submission: 'Abstract ID to preview with',
  submissionHint:
    'Abstract or Paper ID. What a submission does not say is made up; without one everything is.',
  lastChanged: 'Last changed',
  writeLead:
    'A notification to each person of a group, and a mail at once, in their daily mail or none, as each has chosen.',
  who: 'To whom',
  audiences: {
    authors: 'Authors',
    reviewers: 'Reviewers',
    organisers: 'Organisers',
    everybody: 'Everybody',
  } satisfies Record<Audience['who'], string>,
  stage: 'With a submission of which',
  anyStage: 'does not matter',
  reviews: 'With reviews to do',
  reviewsOf: { any: 'does not matter', open: 'yes', none_open: 'no' },
  payment: 'Whose payment was reported',
  paymentsOf: { any: 'does not matter', not_reported: 'no: leave out who has reported it' },
  notReported: 'payment not reported',
  typed: 'Message',
  typedHint:
    'An empty line begins a new paragraph. The mail begins with “Dear” and the person’s name by itself. {name} stands for the name.',
  look: 'Preview',
  recipients: (count: number) => (count === 1 ? '1 person gets it' : `${count} people get it`),
  reach: (ways: string) => `${ways}.`,
  recipientsByName: 'By name',
  more: (count: number) => `and ${count} more`,
  nobody: 'Nobody of this group can be reached.',
  send: (count: number) => (count === 1 ? 'Send it to 1 person' : `Send it to ${count} people`),
  sendTwice: (count: number) =>
    count === 1 ? 'Send it again to 1 person' : `Send it again to ${count} people`,
  sendAsk: 'It cannot be taken back.',
  past: 'Sent before',
  noneBefore: 'Nothing was sent to a group yet.',
  sentTo: (count: number) => (count === 1 ? 'told 1 person' : `told ${count} people`),
} as const
