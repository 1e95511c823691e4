import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneLine, renderMail } from './render-mail.ts'

const around = { name: 'Ada', conference: 'Conference', supportEmail: 'help@conference.example' }
const message = {
  kind: 'abstract_received',
  title: 'Received',
  body: 'We have it.',
  subject: 'A26-0001: received',
  paragraphs: ['It has arrived.'],
}

test('both parts say the same words, with one button and the support address', () => {
  const action = { label: 'See it', url: 'https://portal.example/author?view=details&abstractId=A26-0001' }
  const { text, html } = renderMail({ ...message, action }, around)
  expect(text).toBe(
    `Dear Ada,\n\nIt has arrived.\n\nSee it:\n${action.url}\n\nNeed help? Contact us at help@conference.example\n\nConference`,
  )
  expect(html.match(/<a href="[^"]*"/g)).toEqual([
    '<a href="https://portal.example/author?view=details&amp;abstractId=A26-0001"',
    '<a href="mailto:help@conference.example"',
  ])
  expect(html).toContain('<p>It has arrived.</p>')
})

test('whatever people type adds no tag and no attribute to the HTML', () => {
  const tagsOf = (html: string) => html.match(/<[a-z!/][^>]*>/gi)?.filter((tag) => tag !== '<br>')
  const words = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onclick='x",
      '&lt;b&gt;',
    ),
  )
  const plain = tagsOf(renderMail(message, around).html)
  fc.assert(
    fc.property(words, words, words, words, (name, title, conference, said) => {
      const { html } = renderMail(
        { ...message, subject: title, paragraphs: [said] },
        { ...around, name, conference },
      )
      expect(tagsOf(html)).toEqual(plain)
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
