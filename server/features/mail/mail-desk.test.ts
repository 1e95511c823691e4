import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { line, messageKind } from '#server/core/message.ts'
import { listActivity } from '#shared/activity/contract.ts'
import * as contract from '#shared/mail/contract.ts'
import { changeEmail } from '#shared/people/account-contract.ts'
import { forgotPassword, verifyEmail } from '#shared/people/contract.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { deleteAbstract, resubmitAbstract, withdrawAbstract } from '#shared/submissions/contract.ts'
import { approveAbstract, reopenAbstract } from '#shared/submissions/desk-contract.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { queueEach, queueMails } from './queue-mail.ts'

let t: TestPortal
let smtp: SmtpPeer
let clara: MadePerson
beforeAll(async () => {
  smtp = await openSmtpPeer()
  t = await openTestPortal({ env: { SMTP_URL: smtp.url } })
  clara = await makePerson(t, { role: 'admin', name: 'Clara Chair' })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const kindOf = (key: string, group: 'decision' | 'submission') =>
  messageKind({
    key,
    group,
    to: 'The author',
    when: 'In this test.',
    placeholders: { words: line('words', 'words') },
    subject: '{words}',
    body: '{words}',
    button: 'Open',
  })
const told = kindOf('told', 'submission')
const decided = kindOf('decided', 'decision')
const queue = (kind: typeof told, ...addresses: string[]) =>
  t.transact((ctx) =>
    queueMails(
      ctx,
      addresses.map((address) => ({ address, name: 'Ada' })),
      kind.of({ words: `for ${kind.kind.key}` }, 'https://portal.example'),
    ),
  )
const read = async (emailId: string) =>
  (await t.call(contract.readEmail, { as: clara.token, params: { emailId } })).body
const deedsOf = async (id: string) => (await read(id)).events.map(({ deed, by }) => [deed, by])
const arrived = (address: string) => smtp.received.filter(({ recipient }) => recipient === address)
async function hold(holdDecisionMails: boolean) {
  const { settings, revision } = (await t.call(readSettings, { as: clara.token })).body
  const body = { settings: { ...settings, holdDecisionMails }, revision }
  await t.call(saveSettings, { as: clara.token, body })
}

test('every try is on record with its moment and the server’s words; a failed mail is sent again by hand', async () => {
  smtp.answerWith({ code: 550, message: 'no such person here' })
  const [id = ''] = await queue(told, 'ada@north.example')
  await t.drain()
  smtp.answerWith(undefined)
  t.clock.advance(60_000)
  const again = await t.call(contract.retryEmail, { as: clara.token, params: { emailId: id } })
  expect(again.body.message).toBe('The mail is on its way again.')
  await t.drain()
  const { state, attempts, sentAt, lastAnswer, events } = await read(id)
  expect([state, attempts, sentAt?._seconds]).toEqual(['sent', 2, t.clock.now.getTime() / 1000])
  expect(lastAnswer).toMatch(/^250 /)
  expect(events.map(({ at, deed, answer, by }) => [at._seconds, deed, answer.slice(0, 3), by])).toEqual([
    [t.clock.now.getTime() / 1000 - 60, 'failed', '550', null],
    [t.clock.now.getTime() / 1000, 'resent', '', 'Clara Chair'],
    [t.clock.now.getTime() / 1000, 'sent', '250', null],
  ])
  const noted = (await t.call(listActivity, { as: clara.token, query: { status: 'mail' } })).body.items
  expect(noted.map(({ actor, changes }) => [actor?.name, changes.map(({ after }) => after)])).toEqual([
    ['Clara Chair', ['resent']],
  ])
})

test('a mail that arrived is sent again under a new Message-ID, one that did not under its own', async () => {
  const [id = ''] = await queue(told, 'bea@north.example')
  for (let time = 0; time < 3; time += 1) {
    await t.drain()
    await t.call(contract.retryEmail, { as: clara.token, params: { emailId: id } })
  }
  await t.drain()
  expect(arrived('bea@north.example').map(({ messageId }) => messageId)).toEqual([
    `<${id}@portal.example>`,
    `<${id}.1@portal.example>`,
    `<${id}.2@portal.example>`,
    `<${id}.3@portal.example>`,
  ])
  // What a mail server's log of before says finds it too.
  for (const q of [`${id}@portal.example`, `<${id}.1@portal.example>`, `${id}.3@portal.example`]) {
    const { items } = (await t.call(contract.listEmails, { as: clara.token, query: { q } })).body
    expect(items.map((one) => one.id)).toEqual([id])
  }
})

test('the headers are shown as the server got them, and each try’s Message-ID, without the link that turns mails off', async () => {
  const key = 'review.who.proof'
  const [id = ''] = await t.transact((ctx) =>
    queueEach(ctx, [
      {
        to: { address: 'gül@north.example', name: 'Gül Müller' },
        message: told.of({ words: 'Grüße' }, 'https://portal.example'),
        unsubscribe: key,
      },
    ]),
  )
  const lines = async () => (await read(id)).headers
  const { settings, revision } = (await t.call(readSettings, { as: clara.token })).body
  // Until a support address is set there is none to answer to, and none is made up.
  const fields = (date: string[][], messageId: string, support = '') => [
    ['From', `${settings.conferenceName} <${support || 'no-reply@portal.example'}>`],
    ['To', 'Gül Müller <gül@north.example>'],
    ['Subject', 'Grüße'],
    ...(support === '' ? [] : [['Reply-To', support]]),
    ...date,
    ['Message-ID', messageId],
    ['Auto-Submitted', 'auto-generated'],
    ['List-Unsubscribe', '<https://portal.example/api/unsubscribe/•••••>'],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ]
  const shown = async () => {
    const { tried, lines: all } = await lines()
    return [tried, all.map(({ name, value }) => [name, value])]
  }
  expect(await shown()).toEqual([false, fields([], `<${id}@portal.example>`)])
  await t.drain()
  const sent = await smtp.next(({ subject }) => subject === 'Grüße')
  const date = [['Date', t.clock.now.toUTCString().replace('GMT', '+0000')]]
  expect(await shown()).toEqual([true, fields(date, `<${id}@portal.example>`)])
  const got = (name: string) => sent.headers.find((one) => one.key === name)?.value
  expect([got('date'), got('message-id')]).toEqual([date[0]?.[1], `<${id}@portal.example>`])
  expect([sent.from?.address, sent.replyTo]).toEqual(['no-reply@portal.example', undefined])
  expect([sent.text?.includes('Need help?'), sent.html?.includes('Need help?')]).toEqual([false, false])
  expect(got('list-unsubscribe')).toBe(`<https://portal.example/api/unsubscribe/${key}>`)
  // What is set since changes what a next sending says, not what was sent.
  const body = { settings: { ...settings, supportEmail: 'new@conference.example' }, revision }
  await t.call(saveSettings, { as: clara.token, body })
  expect(await shown()).toEqual([true, fields(date, `<${id}@portal.example>`)])
  await t.call(contract.retryEmail, { as: clara.token, params: { emailId: id } })
  expect(await shown()).toEqual([false, fields([], `<${id}.1@portal.example>`, 'new@conference.example')])
  await t.drain()
  expect((await read(id)).events.map(({ deed, messageId }) => [deed, messageId])).toEqual([
    ['sent', `<${id}@portal.example>`],
    ['resent', null],
    ['sent', `<${id}.1@portal.example>`],
  ])
  expect(JSON.stringify(await read(id))).not.toContain(key)
})

test('mails are found without accents and by their Message-ID', async () => {
  const [id = ''] = await t.transact((ctx) =>
    queueMails(
      ctx,
      [{ address: 'soren@nord.example', name: 'Søren Novák' }],
      told.of({ words: 'Brücken_über die Æsir' }, 'https://portal.example'),
    ),
  )
  await t.drain()
  const found = async (q: string) =>
    (await t.call(contract.listEmails, { as: clara.token, query: { q } })).body.items.map((one) => one.id)
  const messageId = `${id}@portal.example`
  for (const q of [
    'novak',
    'SØREN',
    'brucken_uber',
    'Brücken',
    'aesir',
    'soren@nord',
    messageId,
    `<${messageId}>`,
  ])
    expect([q, await found(q)]).toEqual([q, [id]])
  for (const q of ['brucken%uber', 'brucken.uber', 'Grusse_', `<${id}>`])
    expect([q, await found(q)]).toEqual([q, []])
})

test('all that match are sent again at once; held ones are not', async () => {
  smtp.answerWith({ code: 554, message: 'not today', to: 'DATA' })
  await queue(told, 'c1@west.example', 'c2@west.example', 'c3@east.example')
  await t.drain()
  smtp.answerWith(undefined)
  const failed = (await t.call(contract.listEmails, { as: clara.token, query: { status: 'failed' } })).body
  expect([failed.count, failed.counts.failed]).toEqual([3, 3])
  const answer = await t.call(contract.retryEmails, {
    as: clara.token,
    body: { matching: { status: 'failed', q: 'west', kind: 'told' } },
  })
  expect(answer.body).toEqual({ message: '2 mails are on the way again.', done: 2, left: 0, leftOut: [] })
  await t.drain()
  expect(failed.sends).toBe(true)
  const left = (await t.call(contract.listEmails, { as: clara.token, query: { q: 'c', status: 'failed' } }))
    .body
  expect(left.items.map(({ toAddress }) => toAddress)).toEqual(['c3@east.example'])
})

test('braces that somebody typed into a decision’s comment stay where they are; beside them none is taken', async () => {
  await hold(true)
  const [emailId = ''] = await t.transact((ctx) =>
    queueMails(
      ctx,
      [{ address: 'wim@west.example', name: 'Wim' }],
      decided.of({ words: 'Call it {name}.' }, 'https://portal.example'),
    ),
  )
  await hold(false)
  const { subject, body } = await read(emailId)
  const edit = (words: { subject: string; body: string }) =>
    t.call(contract.editEmail, { as: clara.token, params: { emailId }, body: { ...words, revision: 0 } })
  const message = '{name} is filled in no more in a written mail: write the words themselves.'
  const asked = [
    await edit({ subject: `${subject} {name}`, body }),
    await edit({ subject, body: `{name}, ${body}` }),
  ]
  expect(asked.map(({ status, refusal }) => [status, refusal.details])).toEqual([
    [422, [{ field: 'subject', message }]],
    [422, [{ field: 'body', message }]],
  ])
  expect((await edit({ subject: 'To Wim', body: `${body} Thank you.` })).status).toBe(200)
})

test('PINs and links that let somebody in are hidden, in the text and in the HTML', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await t.call(inviteReviewers, { as: clara.token, body: { email: 'rita@south.example' } })
  await t.call(forgotPassword, { body: { email: ada.email } })
  await t.drain()
  const mails = (await t.mails()).filter(({ kind }) => ['invitation', 'reset_password'].includes(kind))
  expect(mails.map(({ secrets }) => secrets.length)).toEqual([2, 1])
  for (const mail of mails) {
    const shown = JSON.stringify(await read(mail.id))
    expect(mail.text).toMatch(/\/(signup|reset-password)\?/)
    expect(shown).toContain('•••••')
    for (const line of mail.text.match(/https:\S+/g) ?? []) expect(shown).not.toContain(line)
    expect(shown).not.toMatch(/(token|invitation)=[\w-]{20,}/)
    const pin = /PIN: (\S+)/.exec(mail.text)?.[1]
    if (pin !== undefined) expect(shown).not.toContain(pin)
  }
})

test('a decision’s mail waits where the settings say so; it is read, changed and released', async () => {
  await hold(true)
  const [held = '', other = ''] = await queue(decided, 'dora@north.example', 'dan@north.example')
  const [free = ''] = await queue(told, 'dora@north.example')
  await t.drain()
  expect([(await read(held)).state, (await read(free)).state]).toEqual(['held', 'sent'])
  const params = { emailId: held }
  const words = {
    subject: 'Accepted\r\nBcc: eve@north.example',
    body: 'Dear Dora,\n\n<b>Well</b> done.',
    revision: 0,
  }
  const edit = () => t.call(contract.editEmail, { as: clara.token, params, body: words })
  expect((await edit()).body.revision).toBe(1)
  const stale = await edit()
  expect([stale.status, stale.refusal.details]).toEqual([
    409,
    { subject: 'Accepted Bcc: eve@north.example', body: words.body, revision: 1 },
  ])
  const unseen = await t.call(contract.editEmail, {
    as: clara.token,
    params,
    body: { ...words, subject: '\u202e\u0001\u202c', revision: 1 },
  })
  expect([unseen.status, unseen.refusal.details]).toEqual([
    422,
    [{ field: 'subject', message: 'Write a subject.' }],
  ])
  const named = await t.call(contract.editEmail, {
    as: clara.token,
    params,
    body: { subject: 'Accepted', body: 'Dear {name},', revision: 1 },
  })
  const message = '{name} is filled in no more in a written mail: write the words themselves.'
  expect([named.status, named.refusal.details]).toEqual([422, [{ field: 'body', message }]])
  const matching = { status: 'held', q: 'dora' } as const
  const released = await t.call(contract.releaseEmails, { as: clara.token, body: { matching } })
  expect(released.body).toEqual({ message: '1 mail is on the way.', done: 1, left: 0, leftOut: [] })
  for (const call of [contract.releaseEmails, contract.discardEmails])
    expect((await t.call(call, { as: clara.token, body: { matching } })).body).toMatchObject({
      message: 'Nothing was left to do: these mails were dealt with before.',
      done: 0,
      left: 0,
    })
  await t.drain()
  const mail = await smtp.next(({ subject }) => subject === 'Accepted Bcc: eve@north.example')
  expect(mail.text).toContain('Dear Dora,\n\n<b>Well</b> done.\n\nOpen:\nhttps://portal.example')
  expect(mail.html).toContain('&lt;b&gt;Well&lt;/b&gt; done')
  expect(await deedsOf(held)).toEqual([
    ['edited', 'Clara Chair'],
    ['released', 'Clara Chair'],
    ['sent', null],
  ])
  expect([(await edit()).refusal.error, (await read(other)).state]).toEqual(['wrong_state', 'held'])
  await hold(false)
})

/** Deletes a submission while its mails are in somebody's hands, as one is whose server takes its time. */
async function deleteBesideMails(made: MadeSubmission, author: MadePerson) {
  const claimedUntil = (until: SQL) =>
    t.database.db.execute(sql`update emails set claimed_until = ${until} where decides = ${made.abstractId}`)
  await claimedUntil(sql`${new Date(t.clock.now.getTime() + 60_000).toISOString()}::timestamptz`)
  await t.call(deleteAbstract, { as: author.token, params: made })
  await claimedUntil(sql`null`)
}

test('a held mail that asks for what was done meanwhile, or can be done no more, is put away', async () => {
  await hold(true)
  const author = await makePerson(t, { role: 'author' })
  const cast = { author, reviewer: await makePerson(t, { role: 'reviewer' }), admin: clara }
  const paid = await submissionAt(t, 'complete', cast)
  const unpaid = await submissionAt(t, 'awaiting_payment', cast)
  const gone = await submissionAt(t, 'awaiting_paper', cast)
  const statesOf = async ({ abstractId }: { abstractId: string }) =>
    (await t.mails()).filter(({ decides }) => decides === abstractId).map(({ kind, state }) => [kind, state])
  const before = await statesOf(gone)
  await t.call(withdrawAbstract, { as: author.token, params: gone, body: { reason: 'No time' } })
  await hold(false)
  expect([await statesOf(paid), await statesOf(unpaid), before, await statesOf(gone)]).toEqual([
    [
      ['abstract_approve', 'discarded'],
      ['paper_approve', 'discarded'],
    ],
    [
      ['abstract_approve', 'discarded'],
      ['paper_approve', 'held'],
    ],
    [['abstract_approve', 'held']],
    [['abstract_approve', 'discarded']],
  ])
  const [away] = (await t.mails()).filter(({ decides }) => decides === gone.abstractId)
  expect((await read(away?.id ?? '')).events.map(({ answer }) => answer)).toEqual([
    'The submission was withdrawn or deleted before it was sent.',
  ])
})

test('a decision’s mail that the server did not take yet is not sent after one that takes it back', async () => {
  const author = await makePerson(t, { role: 'author' })
  const made = await submissionAt(t, 'abstract_submitted', { author, reviewer: author, admin: clara })
  await t.drain()
  smtp.answerWith({ code: 451, message: 'later' })
  await t.call(approveAbstract, { as: clara.token, params: made, body: {} })
  await t.drain()
  smtp.answerWith(undefined)
  await t.call(reopenAbstract, { as: clara.token, params: made, body: { reason: 'Too early' } })
  await t.database.db.execute(sql`update pgboss.job set start_after = now() - interval '1 second'`)
  await t.drain()
  const about = (await t.mails()).filter(({ decides }) => decides === made.abstractId)
  expect(about.map(({ kind, state }) => [kind, state])).toEqual([
    ['abstract_approve', 'discarded'],
    ['abstract_reopened', 'sent'],
  ])
  expect(arrived(author.email).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('we have received your abstract'),
    expect.stringContaining('was taken back'),
  ])
})

test('a decision’s mail that the server did not take yet is sent though what it asks for was done, never once the submission is gone', async () => {
  const author = await makePerson(t, { role: 'author', email: 'gus@north.example' })
  const cast = { author, reviewer: await makePerson(t, { role: 'reviewer' }), admin: clara }
  const putOff = async (stage: 'abstract_awaiting_resubmission' | 'paper_awaiting_resubmission') => {
    await t.drain()
    smtp.answerWith({ code: 451, message: 'later' })
    const made = await submissionAt(t, stage, cast)
    await t.drain()
    smtp.answerWith(undefined)
    return made
  }
  const later = async ({ abstractId }: { abstractId: string }) => {
    await t.database.db.execute(sql`update pgboss.job set start_after = now() - interval '1 second'`)
    await t.drain()
    const mails = (await t.mails()).filter(({ decides }) => decides === abstractId)
    const [last] = mails.slice(-1)
    return [last?.kind, last?.state, (await read(last?.id ?? '')).events.at(-1)?.answer]
  }
  const goneSince = 'The submission was withdrawn or deleted before it was sent.'
  const resubmitted = await putOff('abstract_awaiting_resubmission')
  await t.upload(resubmitAbstract, { as: author.token, params: resubmitted, file: await makePdf() })
  expect(await later(resubmitted)).toEqual(['abstract_request_change', 'sent', expect.any(String)])
  const withdrawn = await putOff('abstract_awaiting_resubmission')
  await t.call(withdrawAbstract, { as: author.token, params: withdrawn, body: { reason: 'No time' } })
  expect(await later(withdrawn)).toEqual(['abstract_request_change', 'discarded', goneSince])
  const deleted = await putOff('paper_awaiting_resubmission')
  await t.call(deleteAbstract, { as: author.token, params: deleted })
  expect(await later(deleted)).toEqual(['paper_request_change', 'discarded', goneSince])
  // Nor where a server was being asked to take it meanwhile.
  const meanwhile = await putOff('paper_awaiting_resubmission')
  await deleteBesideMails(meanwhile, author)
  const reason = 'The submission was withdrawn or deleted since.'
  expect(await later(meanwhile)).toEqual(['paper_request_change', 'discarded', reason])
})

test('a held mail of a submission that is gone is left out of those let go, and named', async () => {
  await hold(true)
  const author = await makePerson(t, { role: 'author', email: 'hal@north.example' })
  const made = await submissionAt(t, 'paper_awaiting_resubmission', {
    author,
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: clara,
  })
  await hold(false)
  await deleteBesideMails(made, author)
  const held = (await t.mails()).filter(
    ({ decides, state }) => decides === made.abstractId && state === 'held',
  )
  const ids = held.map(({ id }) => id)
  const reason = 'The submission was withdrawn or deleted since.'
  const answer = await t.call(contract.releaseEmails, { as: clara.token, body: { ids, anyway: true } })
  expect(answer.body).toEqual({
    message: `Not sent to hal@north.example: ${reason}`,
    done: 0,
    left: 0,
    leftOut: [expect.objectContaining({ id: ids[0], reason })],
  })
  expect((await read(ids[0] ?? '')).state).toBe('held')
})

test('a held mail makes way for a later decision on the same submission; many are released as they were written', async () => {
  await hold(true)
  const author = await makePerson(t, { role: 'author' })
  const cast = { author, reviewer: author, admin: clara }
  for (let at = 1; at <= 18; at += 1) await submissionAt(t, 'abstract_submitted', cast)
  // Whatever the button leads to, and however a text was edited: the mail says itself what it decides.
  const decide = (words: string, decides: string) =>
    t.transact((ctx) =>
      queueMails(ctx, [{ address: 'fay@north.example', name: 'Fay' }], {
        ...decided.of({ words }, 'https://portal.example/author'),
        decides,
      }),
    )
  const [first = ''] = await decide('approved', 'A26-0001')
  await decide('of another', 'A26-0002')
  await decide('taken back', 'A26-0001')
  for (let at = 1; at <= 8; at += 1) {
    t.clock.advance(1000)
    await decide(`later ${at}`, `A26-001${at}`)
  }
  await hold(false)
  expect((await read(first)).events.map(({ deed, answer }) => [deed, answer])).toEqual([
    ['discarded', 'The decision was taken back, or another took its place, before it was sent.'],
  ])
  // Mails are not held any more, and what waits is still made untrue.
  await hold(true)
  const [waiting = ''] = await decide('waiting', 'A26-0003')
  await hold(false)
  await decide('at once', 'A26-0003')
  expect((await read(waiting)).events.map(({ deed }) => deed)).toEqual(['discarded'])
  await t.drain()
  const before = arrived('fay@north.example').length
  const matching = { status: 'held', q: 'fay@' } as const
  await t.call(contract.releaseEmails, { as: clara.token, body: { matching } })
  await t.drain()
  const subjects = arrived('fay@north.example')
    .slice(before)
    .map(({ subject }) => subject)
  expect(new Set(subjects.slice(0, 2))).toEqual(new Set(['of another', 'taken back']))
  expect(subjects.slice(2)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => `later ${at}`))
})

test('a held mail goes to the address that its recipient has when it is let go', async () => {
  await hold(true)
  const gil = await makePerson(t, { role: 'author' })
  const [mail = '', others = ''] = await queue(decided, gil.email.toUpperCase(), 'gus@north.example')
  await hold(false)
  const [sent = ''] = await queue(told, gil.email)
  await t.drain()
  const body = { email: 'gil@new.example', password: gil.password }
  expect((await t.call(changeEmail, { as: gil.token, body })).status).toBe(200)
  const link = (await t.mails()).findLast(({ toAddress }) => toAddress === 'gil@new.example')?.text ?? ''
  const token = decodeURIComponent(/token=([\w%-]+)/.exec(link)?.[1] ?? 'none')
  expect((await t.call(verifyEmail, { body: { token } })).status).toBe(200)
  const addresses = await Promise.all([mail, others, sent].map(async (id) => (await read(id)).toAddress))
  expect(addresses).toEqual(['gil@new.example', 'gus@north.example', gil.email])
  await t.call(contract.releaseEmails, { as: clara.token, body: { ids: [mail] } })
  await t.drain()
  await smtp.next(({ recipient, subject }) => recipient === 'gil@new.example' && subject === 'for decided')
  expect(await deedsOf(mail)).toEqual([
    ['edited', null],
    ['released', 'Clara Chair'],
    ['sent', null],
  ])
})

test('a held mail can be put away unsent, and cannot be sent after that', async () => {
  await hold(true)
  const [id = ''] = await queue(decided, 'emil@north.example')
  await hold(false)
  const resend = () => t.call(contract.retryEmail, { as: clara.token, params: { emailId: id } })
  expect((await resend()).refusal.error).toBe('wrong_state')
  const ids = [id]
  expect((await t.call(contract.discardEmails, { as: clara.token, body: { ids } })).body.done).toBe(1)
  expect((await t.call(contract.releaseEmails, { as: clara.token, body: { ids } })).body.done).toBe(0)
  expect((await resend()).refusal.error).toBe('wrong_state')
  await t.drain()
  expect([arrived('emil@north.example'), await deedsOf(id)]).toEqual([[], [['discarded', 'Clara Chair']]])
})
