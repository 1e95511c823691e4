import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageKind, said } from '#server/core/message.ts'
import { escapeHtml, linkTo, withLinks } from './html.ts'
import { letterFrom, letterOf } from './letter.ts'

/** The addresses that can be followed, as they are written in the HTML. */
const linksIn = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address)
const shownIn = (html: string) => html.replace(/<a [^>]*>|<\/a>/g, '')

test('web addresses in running text become links, without the punctuation around them', () => {
  const cases: [string, string[]][] = [
    ['See https://conf.example/rooms.', ['https://conf.example/rooms']],
    [
      '(http://conf.example), HTTPS://Conf.example/a?b=1&c=2!',
      ['http://conf.example', 'HTTPS://Conf.example/a?b=1&amp;c=2'],
    ],
    [
      'https://en.example/Bridge_(structure) and (https://en.example/a)',
      ['https://en.example/Bridge_(structure)', 'https://en.example/a'],
    ],
    [
      '„https://conf.example/x“… [https://conf.example/y]',
      ['https://conf.example/x“', 'https://conf.example/y'],
    ],
    ['https://conf.example/ö/日本', ['https://conf.example/ö/日本']],
    ['one\nhttps://a.example\nhttps://b.example;', ['https://a.example', 'https://b.example']],
  ]
  for (const [text, links] of cases) {
    const html = withLinks(text)
    expect([text, linksIn(html), shownIn(html)]).toEqual([text, links, escapeHtml(text)])
  }
})

test('nothing else becomes a link, and nothing escapes its attribute', () => {
  for (const text of [
    'javascript:alert(1)',
    'javascript:https://x.example',
    'data:text/html,<script>',
    'ftp://x.example mailto:a@x.example //x.example www.x.example',
    'xhttps://x.example',
    'https:// http://? https://{name}.example https://x.example/{id}',
    'https://[',
  ])
    expect([text, linksIn(withLinks(text))]).toEqual([text, []])
  expect(withLinks('https://x.example/"onclick="alert(1)')).toBe(
    `${linkTo('https://x.example/')}&quot;onclick=&quot;alert(1)`,
  )
  expect(withLinks("https://x.example/'><script>")).toBe(
    `${linkTo('https://x.example/')}&#39;&gt;&lt;script&gt;`,
  )
  expect(linksIn(withLinks('https://x.example/\u202egpj.exe'))).toEqual(['https://x.example/'])
})

test('whatever is typed, only links are added to what is escaped, and each begins with http', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'https://',
      'http://a.example',
      ')',
      '(',
      '"',
      "'",
      '<',
      '&',
      '.',
      '{name}',
      ' ',
      '\u0000',
      'javascript:',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const html = withLinks(text)
      expect(shownIn(html)).toBe(escapeHtml(text))
      for (const link of linksIn(html)) expect(link).toMatch(/^https?:\/\//i)
    }),
  )
})

test('an organiser’s words hold links, those of others do not', () => {
  const { kind, of } = messageKind({
    key: 'linking',
    group: 'notice',
    to: 'Somebody',
    when: 'In this test.',
    placeholders: {
      message: { about: 'the organiser’s', sample: 'Hello', kind: 'text', byOrganiser: true },
      comments: said('a reviewer’s', 'Good'),
    },
    subject: 'Links',
    body: 'Ours: https://conf.example/{name}\n\nhttps://conf.example/map\n\n{message}\n\n{comments}',
    button: 'Open',
  })
  const around = { name: 'https://evil.example', conference: 'Conf', supportEmail: 'help@conf.example' }
  const values = { message: 'Look: https://conf.example/hotel.', comments: 'https://evil.example/login' }
  const { paragraphs } = letterOf(of(values, 'https://portal.example'), kind, around)
  expect(paragraphs.map(({ html }) => linksIn(html))).toEqual([
    [],
    [],
    ['https://conf.example/map'],
    ['https://conf.example/hotel'],
    [],
  ])
  const held = letterFrom('s', 'Rooms: https://conf.example/rooms.', {
    label: 'Open',
    url: 'https://portal.example',
  })
  expect(held.paragraphs.map(({ html }) => linksIn(html))).toEqual([['https://conf.example/rooms']])
})
