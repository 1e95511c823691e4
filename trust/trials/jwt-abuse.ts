import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { me } from '#shared/people/contract.ts'
import { openConference } from '../conference.ts'
import type { Trial } from '../trial.ts'

type Claims = Record<string, unknown>

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (part: string | undefined): Claims =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString())

/** RFC 8725: no token that we did not give, or gave for something else, or that is over, opens anything. */
export const jwtAbuse: Trial = {
  name: 'jwt-abuse',
  promise: 'Only an access token as we gave it lets anybody in, and only in its time.',
  run: async ({ template, tried }) => {
    const { t, people, submissions, close } = await openConference({ template })
    try {
      const enters = async (token: string) => (await t.call(me, { as: token })).status === 200
      const genuine = people.author.token
      // Without this, refusing everybody would pass.
      tried((await enters(genuine)) ? undefined : 'a genuine token was refused')
      const key = t.app.portal.world().secrets.accessToken
      for (const [what, token] of forgeries(
        genuine,
        people.admin.token,
        key,
        submissions.complete.abstractId,
      ))
        tried((await enters(token)) ? `let in: ${what}` : undefined)
      t.clock.advance(15 * 60 * 1000 - 1000)
      tried((await enters(genuine)) ? undefined : 'refused a second before its end')
      t.clock.advance(1000)
      tried((await enters(genuine)) ? 'let in at its end' : undefined)
    } finally {
      await close()
    }
  },
}

function forgeries(genuine: string, admins: string, key: Uint8Array, elsewhere: string): [string, string][] {
  const [head, body, mac = ''] = genuine.split('.')
  const header = decoded(head)
  const claims = decoded(body)
  const now = Number(claims['iat'])
  const hmac = (hash: string, by: Uint8Array | string, text: string) =>
    createHmac(hash, by).update(text).digest('base64url')
  const made = (h: Claims, c: Claims, hash = 'sha256', by: Uint8Array | string = key) => {
    const stem = `${encoded(h)}.${encoded(c)}`
    return `${stem}.${hmac(hash, by, stem)}`
  }
  const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([one]) => one !== name))
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const rsaStem = `${encoded({ ...header, alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) })}.${body}`
  return [
    ...['none', 'None', 'NONE', 'nOnE'].flatMap((alg): [string, string][] => [
      [`alg ${alg}, unsigned`, `${encoded({ ...header, alg })}.${body}.`],
      [`alg ${alg}, the old signature`, `${encoded({ ...header, alg })}.${body}.${mac}`],
    ]),
    ['no signature', `${head}.${body}.`],
    ['no third part', `${head}.${body}`],
    ['a signature of zeros', `${head}.${body}.${Buffer.alloc(32).toString('base64url')}`],
    ['a signature cut short', `${head}.${body}.${mac.slice(0, -2)}`],
    ['a byte of the signature changed', `${head}.${body}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`],
    ['another person, the old signature', `${head}.${admins.split('.')[1]}.${mac}`],
    ['an unknown key', made(header, claims, 'sha256', 'x'.repeat(32))],
    ['an empty key', made(header, claims, 'sha256', '')],
    ['a public key as the key', made(header, claims, 'sha256', pem)],
    ['HS384 with the right key', made({ ...header, alg: 'HS384' }, claims, 'sha384')],
    ['HS512 with the right key', made({ ...header, alg: 'HS512' }, claims, 'sha512')],
    ['HS256 said, SHA-512 done', made(header, claims, 'sha512')],
    [
      'RS256 with a key in the header',
      `${rsaStem}.${createSign('sha256').update(rsaStem).sign(privateKey, 'base64url')}`,
    ],
    ['a key id that is a path', made({ ...header, kid: '../../../../dev/null' }, claims, 'sha256', '')],
    ['a key id that is SQL', made({ ...header, kid: "' union select 'x" }, claims, 'sha256', 'x')],
    ['a key’s address', made({ ...header, jku: 'https://elsewhere.example/keys' }, claims, 'sha256', 'x')],
    [
      'a certificate’s address',
      made({ ...header, x5u: 'https://elsewhere.example/c' }, claims, 'sha256', 'x'),
    ],
    ['a critical extension', made({ ...header, crit: ['exp'] }, claims)],
    ['another type', made({ ...header, typ: 'JWT' }, claims)],
    ['no type', made({ alg: 'HS256' }, claims)],
    ['an e-mail’s type', made({ ...header, typ: 'verify+jwt' }, claims)],
    ['another audience', made(header, { ...claims, aud: 'another-portal' })],
    ['no audience', made(header, without('aud'))],
    ['another issuer', made(header, { ...claims, iss: 'https://elsewhere.example' })],
    ['no issuer', made(header, without('iss'))],
    ['no end', made(header, without('exp'))],
    ['an end in the past', made(header, { ...claims, exp: now - 1 })],
    ['an end that is a text', made(header, { ...claims, exp: '9999999999' })],
    ['not yet', made(header, { ...claims, nbf: now + 600 })],
    ['no subject', made(header, without('sub'))],
    ['no session', made(header, without('sid'))],
    ['no begin', made(header, without('iat'))],
    ['somebody else’s session', made(header, { ...claims, sub: decoded(admins.split('.')[1])['sub'] })],
    ['a session that is none', made(header, { ...claims, sid: '00000000-0000-4000-8000-000000000000' })],
    ['a session that is no id', made(header, { ...claims, sid: elsewhere })],
    ['a subject that is a list', made(header, { ...claims, sub: [claims['sub']] })],
    ['a refresh token’s shape', `${String(claims['sid'])}.0.${mac}`],
    ['the token twice', `${genuine}.${genuine}`],
    ['encrypted to nobody', `${encoded({ alg: 'dir', enc: 'A256GCM' })}..${body}.${body}.${mac}`],
    [
      'a claim twice',
      `${head}.${Buffer.from(`{"sub":"x",${JSON.stringify(claims).slice(1)}`).toString('base64url')}.${mac}`,
    ],
  ]
}
