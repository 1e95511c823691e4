import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHtml } from './html.ts'
import { seal, unsealed, withoutSecrets } from './sealed.ts'

const key = randomBytes(32)
const mailWith = (secrets: readonly string[], id = 'a mail') => {
  const line = secrets.join(' and ')
  const button = { label: 'Open', url: `https://portal.example/?token=${secrets[0]}` }
  return { id, text: line, html: `<p>${escapeHtml(line)}</p>`, body: `${line}!`, button }
}
const secret = fc.string({ minLength: 8 }).filter((text) => !text.includes('\uF8FF') && text.trim() !== '')

test('what is sealed comes back as it was, and stands nowhere in what is stored', () => {
  fc.assert(
    fc.property(fc.array(secret, { minLength: 1, maxLength: 4 }), (secrets) => {
      const mail = mailWith(secrets)
      const stored = { id: mail.id, ...seal(key, mail.id, mail, secrets, randomBytes) }
      for (const one of secrets)
        for (const text of [stored.text, stored.html, stored.body, stored.button?.url, ...stored.secrets])
          expect(text?.includes(one) && one !== ' and ').toBe(false)
      expect(unsealed(key, stored)).toEqual({ ...mail, secrets: stored.secrets })
    }),
  )
})

test('a secret within another does not break it', () => {
  const secrets = ['ABCD2345', 'https://portal.example/signup?pin=ABCD2345&x=<1>']
  const mail = mailWith(secrets)
  const stored = { id: mail.id, ...seal(key, mail.id, mail, secrets, randomBytes) }
  expect(unsealed(key, stored).html).toBe(mail.html)
  expect(withoutSecrets(stored.text, stored.secrets)).toBe('••••• and •••••')
})

test('another key, another mail and a changed byte open nothing', () => {
  const stored = seal(key, 'a mail', mailWith(['ABCD2345']), ['ABCD2345'], randomBytes)
  expect(() => unsealed(randomBytes(32), { id: 'a mail', ...stored })).toThrow()
  expect(() => unsealed(key, { id: 'another mail', ...stored })).toThrow()
  const [sealed = ''] = stored.secrets
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(() => unsealed(key, { id: 'a mail', ...stored, secrets: [changed] })).toThrow()
})

test('a mail of before is hidden and sent as it stands', () => {
  const old = { ...mailWith(['ABCD2345']), secrets: ['ABCD2345'] }
  expect(withoutSecrets(old.text, old.secrets)).toBe('•••••')
  expect(unsealed(key, old)).toEqual(old)
})
