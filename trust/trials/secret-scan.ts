import { Buffer } from 'node:buffer'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { tablesOf } from '#server/backup/catalogue.ts'
import { type Db, rowsOf } from '#server/db/db.ts'
import { makePdf } from '#tests/factories.ts'
import { type PortalProcess, startPortal } from '#tests/portal-process.ts'
import type { ReceivedMail } from '#tests/smtp-peer.ts'
import { type CrashSite, openCrashSite } from '../crash/crash-site.ts'
import { isOver, startWalk, takeStep } from '../crash/walk.ts'
import type { Bench, Trial } from '../trial.ts'

/** What is never written anywhere, and what is no business of the log. */
interface Found {
  secrets: Map<string, string>
  personal: Map<string, string>
}

const ZOE = {
  name: 'Zoë Quillfeather',
  email: 'zoe.quillfeather@far.example',
  password: 'correct zebra battery 9',
}
const IVO = {
  name: 'Ivo Marrowstone',
  email: 'ivo.marrowstone@deep.example',
  password: 'violet anchor ladder 3',
}

/** People come by every door there is; then the log and every row are searched for what let them in. */
export const secretScan: Trial = {
  name: 'secret-scan',
  promise:
    'No password, token, PIN or link is in the log or the database, and no name or address in the log.',
  run: async (bench) => {
    const site = await openCrashSite(bench.template, true)
    const found: Found = { secrets: new Map(), personal: new Map() }
    try {
      const portal = await startPortal(
        { ...site.env, SMTP_URL: site.smtp.url, LOG_LEVEL: 'trace' },
        { dataDir: site.env.DATA_DIR },
      )
      try {
        await comeByEveryDoor(portal.url, portal.admin, site, found)
        await untilLogged(portal, '/api/unsubscribe/…')
      } finally {
        await portal.kill()
      }
      search(portal.output(), found, bench)
      await searchRows(site, found.secrets, bench)
    } finally {
      await site.clear()
    }
  },
}

async function comeByEveryDoor(
  url: string,
  chair: { email: string; password: string },
  { smtp }: CrashSite,
  { secrets, personal }: Found,
): Promise<void> {
  const call = async (
    method: string,
    path: string,
    body?: object,
    token?: string,
    more?: Record<string, string>,
  ) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...more,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    return answer.json().catch(() => ({}))
  }
  const mailTo = (email: string, subject: RegExp) =>
    smtp.next(({ recipient, subject: is }) => recipient === email && subject.test(is ?? ''))
  /** As a browser follows a link, so that the log has every chance to name it. */
  const openNoted = async (what: string, link: string | undefined) => {
    secrets.set(
      what,
      link
        ?.split('/')
        .at(-1)
        ?.replace(/\.ics$/, '') ?? '',
    )
    await fetch(url + link, { redirect: 'manual', signal: AbortSignal.timeout(20_000) })
  }
  const noteTokens = (who: string, { token, refreshToken }: { token: string; refreshToken: string }) => {
    secrets.set(`${who}’s access token`, token)
    secrets.set(`${who}’s refresh token`, refreshToken)
  }
  for (const { name, email } of [ZOE, IVO]) {
    personal.set(`the address ${email}`, email)
    personal.set(`the name ${name}`, name)
  }
  secrets.set('the chair’s password', chair.password)

  await call('POST', '/api/auth/register', ZOE)
  const confirm = tokenOf(await mailTo(ZOE.email, /confirm/i))
  secrets.set('the link that confirms an address', confirm)
  await call('POST', '/api/auth/verify-email', { token: confirm })
  await call('POST', '/api/auth/login', { email: ZOE.email, password: 'a wrong guess at it' })
  secrets.set('a wrong password', 'a wrong guess at it')
  const first = await call('POST', '/api/auth/login', { email: ZOE.email, password: ZOE.password })
  noteTokens('the author', first)
  secrets.set('the author’s password', ZOE.password)
  noteTokens(
    'the refreshed author',
    await call('POST', '/api/auth/refresh-token', { refreshToken: first.refreshToken }),
  )
  const form = new FormData()
  form.set(
    'file',
    new Blob([new Uint8Array(await makePdf({ text: 'x' }))], { type: 'application/pdf' }),
    'quillfeather.pdf',
  )
  personal.set('a file’s name', 'quillfeather.pdf')
  const authorization = `Bearer ${first.token}`
  const sent = await fetch(`${url}/api/abstracts/submit-file`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  })
  const { abstractId } = await sent.json()
  const { abstract } = await call('GET', `/api/abstracts/${abstractId}/overview`, undefined, first.token)
  await openNoted('the link to a file', /\/api\/files\/[^"?]+/.exec(JSON.stringify(abstract))?.[0])
  const own = await call('GET', '/api/profile/data', undefined, first.token)
  await openNoted('the link to one’s own data', own.downloadUrl)
  // Its answer is kept, to be given again.
  const key = { 'idempotency-key': 'the-calendar' }
  const calendar = await call('POST', '/api/profile/calendar', {}, first.token, key)
  await openNoted('the link of a calendar', /\/api\/calendar\/[^"]+/.exec(JSON.stringify(calendar))?.[0])

  await call('POST', '/api/auth/forgot-password', { email: ZOE.email })
  const reset = tokenOf(await mailTo(ZOE.email, /password/i))
  secrets.set('the link to a new password', reset)
  await call('POST', '/api/auth/reset-password', { token: reset, password: 'another turnip entirely' })
  secrets.set('the new password', 'another turnip entirely')

  const { token } = await call('POST', '/api/auth/login', chair)
  await call('POST', '/api/admin/invitations', { email: IVO.email, name: IVO.name }, token)
  const invitation = await mailTo(IVO.email, /review/i)
  const pin = /\b[A-Z2-9]{8}\b/.exec(invitation.text ?? '')?.[0] ?? ''
  secrets.set('a PIN', pin)
  secrets.set('the link of an invitation', tokenOf(invitation))
  secrets.set('the reviewer’s password', IVO.password)
  await call('POST', '/api/auth/register-reviewer', { ...IVO, pin })
  await call('GET', `/api/admin/users?q=${encodeURIComponent(IVO.email)}`, undefined, token)
  const table = await call('GET', '/api/admin/export-link?table=people&format=csv', undefined, token)
  await openNoted('the link to an export', table.downloadUrl)

  const again = await call('POST', '/api/auth/login', {
    email: ZOE.email,
    password: 'another turnip entirely',
  })
  noteTokens('the author, once more', again)
  // Up to a payment, without a review.
  const walk = startWalk(0)
  const alive = { url, author: again.token, admin: token, reviewer: '', reviewerId: '' }
  while (!isOver(walk)) await takeStep(walk, alive)
  const { receipts } = await call('GET', `/api/papers/${walk.paperId}/payment`, undefined, again.token)
  await openNoted('the link to a receipt', receipts[0].downloadUrl)
  const { text } = await smtp.next(
    (mail) => mail.recipient === ZOE.email && mail.text?.includes('/unsubscribe?') === true,
  )
  const unsubscribe = /\/unsubscribe\?token=([\w.~-]+)/.exec(text ?? '')?.[1]
  await openNoted('the link that ends mails', unsubscribe && `/api/unsubscribe/${unsubscribe}`)
}

/** The log comes through a pipe, some time behind the answers: the last is waited for, five seconds at most. */
async function untilLogged(portal: PortalProcess, last: string): Promise<void> {
  for (let left = 100; left > 0 && !portal.output().includes(last); left -= 1) await sleep(50)
}

const tokenOf = ({ text }: ReceivedMail) =>
  /[?&](?:token|invitation)=([\w.~-]{16,})/.exec(text ?? '')?.[1] ?? ''

/** Plain and as it may be written by something in between. */
const spellings = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
]

function search(log: string, { secrets, personal }: Found, { tried }: Bench): void {
  // A log that says nothing is no proof.
  for (const said of [
    '"event":"logged_in"',
    '"event":"log_in_refused"',
    '"reqId":',
    ...['files', 'my-data', 'calendar', 'exports', 'receipts', 'unsubscribe'].map((one) => `/api/${one}/…`),
    '"event":"password_changed"',
  ])
    tried(log.includes(said) ? undefined : `the log does not say ${said}`)
  for (const [what, text] of [...secrets, ...personal]) {
    if (text.length < 8) tried(`nothing was found to look for: ${what}`)
    else tried(spellings(text).some((one) => log.includes(one)) ? `${what} is in the log` : undefined)
  }
}

async function searchRows(site: CrashSite, secrets: Found['secrets'], { tried }: Bench): Promise<void> {
  const database = await site.open()
  try {
    const all = await everyRow(database.db)
    tried(all.includes(ZOE.email) ? undefined : 'the rows were not read')
    for (const [what, text] of secrets)
      tried(spellings(text).some((one) => all.includes(one)) ? `${what} is in the database` : undefined)
  } finally {
    await database.close()
  }
}

async function everyRow(db: Db): Promise<string> {
  const texts: string[] = []
  const tables = [...(await tablesOf(db)).map(({ name }) => sql.identifier(name)), sql.raw('pgboss.job')]
  for (const table of tables) {
    const rows = await rowsOf<{ row: string }>(db, sql`select t::text as row from ${table} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}
