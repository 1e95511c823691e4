import fc from 'fast-check'
import { expect, test } from 'vitest'
import { line, messageKind, said } from '#server/core/message.ts'
import { messageKinds } from '#server/messages.ts'
import { choosableGroups } from '#shared/mail/choosable.ts'
import { problemsIn } from '#shared/mail/template.ts'
import { letterFrom, letterOf, oneLine } from './letter.ts'
import { renderMail } from './render-mail.ts'

const around = { name: 'Ada', conference: 'Conference', supportEmail: 'help@conference.example' }
const url = 'https://portal.example/author?view=details&abstractId=A26-0001'
const received = messageKind({
  key: 'abstract_received',
  group: 'submission',
  to: 'The author',
  when: 'In this test.',
  placeholders: {
    title: line('the title', 'Bridges'),
    comments: said('comments', 'Good.'),
    page: { about: 'a page', sample: 'https://pay.example', kind: 'link', optional: true },
  },
  subject: '{title}: received',
  body: 'It has arrived: {title}.\n\nComments: {comments}\n\nPay at {page}',
  button: 'See it',
})
const mailOf = (values: { title: string; comments: string; page: string }, who = around) => {
  const letter = letterOf(received.of(values, url), received.kind, who)
  return { subject: letter.subject, ...renderMail(letter, who) }
}
const plainValues = { title: 'Bridges', comments: '', page: '' }
const tagsOf = (html: string) => html.match(/<[a-z!/][^>]*>/gi)?.filter((tag) => tag !== '<br>')

test('both parts say the same words, with one button and the support address', () => {
  const { text, html } = mailOf({ ...plainValues, comments: 'Two\nlines.' })
  expect(text).toBe(
    `Dear Ada,\n\nIt has arrived: Bridges.\n\nComments: Two\nlines.\n\nSee it:\n${url}\n\nNeed help? Contact us at help@conference.example\n\nConference`,
  )
  expect(html.match(/<a href="[^"]*"/g)).toEqual([
    '<a href="https://portal.example/author?view=details&amp;abstractId=A26-0001"',
    '<a href="mailto:help@conference.example"',
  ])
  expect(html).toContain('>Comments: Two<br>lines.</p>')
})

test('where there is no support address, words that name it say “the organisers” and nothing else is left out', () => {
  const words = {
    subject: 'Ask {support}',
    body: 'Pay by May. Else write to {support}.',
    button: 'Write to {support}',
  }
  const textFor = (supportEmail: string) => {
    const { subject, paragraphs, button } = letterOf(received.of(plainValues, url), words, {
      ...around,
      supportEmail,
    })
    return [subject, ...paragraphs.map(({ text }) => text), button.label]
  }
  expect(problemsIn(words, received.kind.placeholders)).toEqual([])
  expect(textFor('')).toEqual([
    'Ask the organisers',
    'Pay by May. Else write to the organisers.',
    'Write to the organisers',
  ])
  expect(textFor('help@conference.example')).toEqual([
    'Ask help@conference.example',
    'Pay by May. Else write to help@conference.example.',
    'Write to help@conference.example',
  ])
  const bare = mailOf(plainValues, { ...around, supportEmail: '' })
  expect(bare.text).toBe(`Dear Ada,\n\nIt has arrived: Bridges.\n\nSee it:\n${url}\n\nConference`)
  expect(bare.html).not.toContain('mailto:')
})

test('no message asks for an answer to the mail itself: without a support address nobody may read it', () => {
  for (const { key, subject, body, button } of messageKinds)
    expect([key, `${subject} ${body} ${button}`]).toEqual([
      key,
      expect.not.stringMatching(/answer(ing)? this mail|repl(y|ying) to this/i),
    ])
})

test('the number of a paper or an abstract does not break at its hyphens, and is copied as it is', () => {
  const nowrap = (number: string) => `<span style="white-space:nowrap">${number}</span>`
  const page = 'https://pay.example/P26-0007-I'
  const { html, text } = mailOf({ title: 'P26-0153-X', comments: '(A26-0007, XP26-0007-I) 26-0007', page })
  expect(html).toContain(`It has arrived: ${nowrap('P26-0153-X')}.</p>`)
  expect(html).toContain(`Comments: (${nowrap('A26-0007')}, XP26-0007-I) 26-0007</p>`)
  expect(html).toContain(
    `<a href="${page}" style="color:#1f4e79">https://pay.example/${nowrap('P26-0007-I')}</a>`,
  )
  expect(text).not.toContain('nowrap')
})

test('only an address of the web becomes a link', () => {
  expect(mailOf({ ...plainValues, page: 'https://pay.example/?a="b' }).html).toContain(
    '<a href="https://pay.example/?a=&quot;b"',
  )
  expect(mailOf({ ...plainValues, page: 'javascript:alert(1)' }).html).toContain(
    'Pay at javascript:alert(1)<',
  )
})

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onclick='x",
    '&lt;b&gt;',
    '{comments}{title}{support}',
    '$& $1 $`',
    'Eve\r\nBcc: victim@north.example\r\n\r\n<b>',
    '\u2028\u202e\u0000',
  ),
)

test('whatever people type adds no tag, no attribute, no placeholder and no header', () => {
  const plain = tagsOf(mailOf(plainValues).html)
  fc.assert(
    fc.property(hostile, hostile, hostile, (name, title, conference) => {
      const { html, subject } = mailOf({ ...plainValues, title }, { ...around, name, conference })
      expect(tagsOf(html)).toEqual(plain)
      expect(subject).toBe(oneLine(`${oneLine(title)}: received`))
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    }),
  )
})

test('whatever stands in any placeholder of any message adds no tag and no header', () => {
  const evil = `<img src=x onerror=alert(1)>"'&{name}\r\nBcc: victim@north.example`
  for (const kind of messageKinds) {
    const filledWith = (value: string) => {
      const values = Object.fromEntries(Object.keys(kind.placeholders).map((name) => [name, value]))
      const letter = letterOf({ kind, values, url }, kind, { ...around, name: value, conference: value })
      return { letter, html: renderMail(letter, { ...around, name: value, conference: value }).html }
    }
    const { letter, html } = filledWith(evil)
    expect([kind.key, tagsOf(html)]).toEqual([kind.key, tagsOf(filledWith('plain').html)])
    expect(letter.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
  }
})

test('what an organiser writes into a held mail is escaped too', () => {
  const plain = tagsOf(renderMail(letterFrom('s', 'b', { label: 'See it', url }), around).html)
  fc.assert(
    fc.property(hostile, hostile, (subject, body) => {
      const letter = letterFrom(subject, `b${body.replaceAll(/\s/g, ' ')}`, { label: 'See it', url })
      expect(tagsOf(renderMail(letter, around).html)).toEqual(plain)
      expect(letter.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    }),
  )
})

test('nothing that goes into a header keeps a line break or another control character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      expect(oneLine(typed)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    }),
  )
  expect(oneLine('Eve\r\nBcc: victim@north.example')).toBe('Eve Bcc: victim@north.example')
})

test('every message of the portal has a fitting text, an own key, and a notification of known words', () => {
  const keys = messageKinds.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  for (const kind of messageKinds) {
    expect([kind.key, problemsIn(kind, kind.placeholders)]).toEqual([kind.key, []])
    const notice = { subject: kind.notice?.title ?? '', body: kind.notice?.body ?? '', button: '' }
    const optional = Object.fromEntries(
      Object.entries(kind.placeholders).map(([name, { required: _, ...rest }]) => [name, rest]),
    )
    expect([kind.key, problemsIn(notice, optional)]).toEqual([kind.key, []])
  }
})

test('the messages that nobody can turn off are about accounts, decisions and payments; the others have a notification', () => {
  const choosable = messageKinds.filter(({ group }) => choosableGroups.some((one) => one === group))
  const essential = messageKinds.filter((kind) => !choosable.includes(kind))
  expect(essential.map(({ key }) => key).sort()).toEqual(
    [
      ...[
        'verify_email',
        'welcome',
        'already_registered',
        'registered_again',
        'reset_password',
        'password_changed',
        'confirm_new_email',
      ],
      ...['email_changed', 'email_changed_from', 'account_deleted', 'invitation', 'role_changed'],
      ...['second_factor_on', 'second_factor_off', 'second_factor_reset'],
      ...[
        'recovery_code_used',
        'recovery_codes_renewed',
        'second_step_added',
        'second_step_removed',
        'account_is_disabled',
        'passkey_copied',
      ],
      ...[
        'abstract_approve',
        'abstract_request_change',
        'abstract_approve_late',
        'abstract_request_change_late',
        'abstract_decline',
        'abstract_reopened',
        'paper_approve',
        'paper_approve_paid',
        'paper_approve_looked_at',
        'paper_approve_complete',
      ],
      ...['paper_request_change', 'paper_request_change_late', 'paper_decline', 'paper_reopened'],
      ...['payment_reported', 'payment_verified', 'receipt_renewed', 'payment_part', 'payment_reopened'],
      ...['payment_undue', 'payment_unfound', 'payment_not_the_fee', 'payment_left', 'payments_late'],
    ].sort(),
  )
  // The daily mail is of notifications itself.
  const mailAlone = choosable.filter(({ notice }) => notice === undefined).map(({ key }) => key)
  expect(mailAlone).toEqual(['daily_digest'])
})

test('what turns the direction of text, unseen, turns none of a mail’s; letters that run from the right stay as they are', () => {
  const turned = { title: 'saw \u202eRTL\u2067 قياس', comments: 'x\u202dy\n\u2066z\u2069', page: '' }
  const { subject, text, html } = mailOf(turned, { ...around, name: '\u202eadA' })
  expect(subject).toBe('saw RTL قياس: received')
  expect(text).toContain('Dear adA,\n\nIt has arrived: saw RTL قياس.\n\nComments: xy\nz')
  expect(html).toContain('It has arrived: saw RTL قياس.')
  expect(subject + text + html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
})
