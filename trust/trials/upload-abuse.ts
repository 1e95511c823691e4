import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { files } from '#server/db/schema.ts'
import { refreshToken } from '#shared/people/contract.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import { listOngoing, submitAbstract } from '#shared/submissions/contract.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import type { Bench, Trial } from '../trial.ts'

const MIB = 1024 * 1024
/** The smallest that the settings allow. */
const PER_HOUR = 10
const QUOTA = 10 * MIB
const SETTLED_MS = 5_000

/** ASVS 2.4.1, 5.2.1, 5.2.4: nobody fills the disk or keeps the portal busy with files. */
export const uploadAbuse: Trial = {
  name: 'upload-abuse',
  promise:
    'Too large, too many, cut off or oddly named: an upload is refused with a reason, and leaves nothing behind.',
  run: async ({ template, times, tried, seed }) => {
    const t = await openTestPortal({ template, clock: runningClock() })
    try {
      const url = await t.app.http.listen({ host: '127.0.0.1', port: 0 })
      await limitByByte(t, tried)
      await cutOff(t, url, times(20, 100), { tried, seed })
      await namesOfPaths(t, tried)
      await tooMany(t, tried)
      await tooMuch(t, tried)
    } finally {
      await t.close()
    }
  },
}

type Tried = Bench['tried']

function runningClock() {
  let ahead = 0
  return {
    get now() {
      return new Date(Date.now() + ahead)
    },
    advance(ms: number) {
      ahead += ms
    },
  }
}

async function set(t: TestPortal, change: Partial<Settings>): Promise<void> {
  const admin = await makePerson(t, { role: 'admin' })
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const body = { settings: { ...settings, ...change }, revision }
  const { status } = await t.call(saveSettings, { as: admin.token, body })
  if (status !== 200) throw new Error(`the settings were answered ${status}`)
}

const send = (t: TestPortal, as: string, file: Buffer, fileName = 'a.pdf') =>
  t.upload(submitAbstract, { as, file, fileName })

/** A whole PDF of exactly so many bytes: a comment behind it, and its end once more. */
async function pdfOf(bytes: number): Promise<Buffer> {
  const pdf = await makePdf({ text: `${bytes} bytes` })
  const end = `\n${pdf.subarray(pdf.lastIndexOf('startxref')).toString('latin1')}`
  const padding = Buffer.alloc(bytes - pdf.length - end.length, '%')
  return Buffer.concat([pdf, padding, Buffer.from(end)])
}

/** What lies in the portal's folder of files, by name. */
async function onDisk(t: TestPortal): Promise<string[]> {
  const all = await readdir(join(t.dataDir, 'files'), { recursive: true, withFileTypes: true })
  return all
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort()
}

async function limitByByte(t: TestPortal, tried: Tried): Promise<void> {
  const limit = 100_000
  await set(t, { abstractMaxBytes: limit })
  const { token } = await makePerson(t, { role: 'author' })
  for (const [more, wanted] of [
    [-1, 200],
    [0, 200],
    [1, 413],
    [MIB, 413],
  ] as const) {
    const { status } = await send(t, token, await pdfOf(limit + more))
    tried(status === wanted ? undefined : `${more} bytes over the limit: ${status}`)
  }
  await set(t, { abstractMaxBytes: 10 * MIB })
}

/** The line breaks in the middle of a file, with a length given or in pieces: nothing of it is taken or stays. */
async function cutOff(
  t: TestPortal,
  url: string,
  count: number,
  { tried, seed }: Pick<Bench, 'tried' | 'seed'>,
): Promise<void> {
  const { token } = await makePerson(t, { role: 'author' })
  const before = await onDisk(t)
  const rows = await t.database.db.$count(files)
  const pdf = await pdfOf(200_000)
  for (let at = 0; at < count; at += 1) {
    const part = 0.05 + (0.9 * ((at * 7919 + seed * 104_729) % 1000)) / 1000
    await sendPart(new URL(url), token, pdf, Math.floor(pdf.length * part), at % 2 === 0)
  }
  const until = performance.now() + SETTLED_MS
  let left = await onDisk(t)
  while (left.length > before.length && performance.now() < until) {
    await pause(50)
    left = await onDisk(t)
  }
  const stayed = left.length - before.length
  const noted = (await t.database.db.$count(files)) - rows
  for (let at = 0; at < count; at += 1) tried()
  tried(stayed === 0 ? undefined : `${stayed} files of ${count} broken uploads stayed`)
  tried(noted === 0 ? undefined : `${noted} of ${count} broken uploads were taken`)
  // Whose files broke off so often has used up an hour’s.
  const { token: another } = await makePerson(t, { role: 'author' })
  const whole = await send(t, another, pdf)
  tried(whole.status === 200 ? undefined : `a whole one after them was answered ${whole.status}`)
}

function sendPart(url: URL, token: string, pdf: Buffer, bytes: number, chunked: boolean): Promise<void> {
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), pdf.subarray(0, bytes)])
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${head.length + pdf.length + 9}`
  const lines = [
    'POST /api/abstracts/submit-file HTTP/1.1',
    `Host: ${url.host}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=b',
    length,
    '',
    '',
  ]
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname)
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.write(lines.join('\r\n'))
    if (chunked) socket.write(`${body.length.toString(16)}\r\n`)
    socket.write(body, () => setTimeout(() => socket.resetAndDestroy(), 5))
  })
}

async function namesOfPaths(t: TestPortal, tried: Tried): Promise<void> {
  const { token } = await makePerson(t, { role: 'author' })
  const before = (await onDisk(t)).length
  const names = [
    '../../../etc/cron.d/x',
    '..\\..\\boot.ini',
    '/etc/passwd',
    'C:\\x.pdf',
    '.',
    '..',
    'a\u202Efdp.exe',
  ]
  for (const name of names) {
    const { status } = await send(t, token, await makePdf({ text: name }), name)
    const listed = (await t.call(listOngoing, { as: token })).body.abstracts[0]?.fileName ?? ''
    const clean = !/[\\/\u202E]/.test(listed)
    tried(status === 200 && clean ? undefined : `${name}: ${status}, shown as ${listed}`)
  }
  const grown = (await onDisk(t)).length - before
  tried(grown === names.length ? undefined : `${names.length} files were taken, ${grown} are in their place`)
}

async function tooMany(t: TestPortal, tried: Tried): Promise<void> {
  await set(t, { uploadsPerHour: PER_HOUR })
  const ada = await makePerson(t, { role: 'author' })
  const junk = Buffer.from('no PDF at all')
  const statuses: number[] = []
  for (let nth = 0; nth < 2 * PER_HOUR; nth += 1) statuses.push((await send(t, ada.token, junk)).status)
  const heard = statuses.filter((status) => status === 415).length
  const refused = statuses.filter((status) => status === 429).length
  tried(
    heard === PER_HOUR && refused === PER_HOUR
      ? undefined
      : `of ${statuses.length}: ${heard} heard, ${refused} refused`,
  )
  const last = await send(t, ada.token, junk)
  const wait = Number(last.headers['retry-after'])
  tried(wait > 0 && wait <= 60 ? undefined : `to be tried again after ${wait} s`)
  const other = await makePerson(t, { role: 'author' })
  const theirs = await send(t, other.token, await makePdf())
  tried(theirs.status === 200 ? undefined : `somebody else was answered ${theirs.status}`)
  t.clock.advance(61_000)
  const later = await send(t, ada.token, await makePdf())
  tried(later.status === 200 ? undefined : `after the wait it was answered ${later.status}`)
  await set(t, { uploadsPerHour: 10_000 })
}

async function tooMuch(t: TestPortal, tried: Tried): Promise<void> {
  await set(t, { uploadQuotaBytes: QUOTA })
  let ada: MadePerson = await makePerson(t, { role: 'author' })
  const statuses: number[] = []
  const before = await onDisk(t)
  for (let nth = 0; nth < 6; nth += 1) {
    const renewed = await t.call(refreshToken, { body: { refreshToken: ada.refreshToken } })
    ada = { ...ada, ...renewed.body }
    statuses.push((await send(t, ada.token, await pdfOf(3 * MIB + nth))).status)
  }
  const wanted = [200, 200, 200, 413, 413, 413]
  tried(
    String(statuses) === String(wanted) ? undefined : `the quota of 10 MB answered ${statuses.join(', ')}`,
  )
  const last = await send(t, ada.token, await pdfOf(3 * MIB))
  tried(last.refusal.error === 'quota_reached' ? undefined : `it was called ${last.refusal.error}`)
  const grown = (await onDisk(t)).length - before.length
  tried(grown === 3 ? undefined : `3 were taken, ${grown} are there`)
  const small = await send(t, ada.token, await makePdf())
  tried(small.status === 200 ? undefined : `one that fits was answered ${small.status}`)
}
