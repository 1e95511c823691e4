import { readFile, writeFile } from 'node:fs/promises'
import { openSmtpPeer } from '#tests/smtp-peer.ts'
import { api, fileForm, logIn, makeAuthor, pdfOfSize } from './conference.ts'
import { median, plain, quantile, round } from './measure.ts'
import { type BenchPortal, benchDatabase, machine, residentMb, startBenchPortal } from './portals.ts'
import { argon2Yardstick, copyYardstick, fileServer } from './yardsticks.ts'

/** `npm run bench`: baseline figures of both databases side by side, each beside its yardstick, in one run. */
const ROUNDS = 3
const ABSTRACTS = 1000
const SMALL = 200_000
const LARGE = 20_000_000

interface Row {
  name: string
  unit: string
  /** Amount a request stands for: 1, or megabytes. */
  per: number
  concurrency: number
  limitCount: number
  /** What is done once, on each portal; and the yardstick. */
  run: (portal: BenchPortal) => (n: number) => Promise<unknown>
  yardstick?: { name: string; once: (n: number) => Promise<unknown> }
}

const smtp = await openSmtpPeer()
const postgres = await benchDatabase()
const portals: BenchPortal[] = []
const closers: (() => Promise<unknown>)[] = [() => smtp.close()]
try {
  portals.push(await startBenchPortal(smtp.url))
  if (postgres !== undefined) portals.push(await startBenchPortal(smtp.url, postgres.url))
  await bench()
} finally {
  for (const portal of portals) await portal.close()
  for (const close of closers) await close()
  await postgres?.drop()
}

async function bench(): Promise<void> {
  const [small, large] = [await pdfOfSize(SMALL), await pdfOfSize(LARGE)]
  const tokens = new Map<string, { admin: string; filler: string; author: string; link: string }>()
  const idle = new Map<string, number>()
  const tell = (line: string) => process.stdout.write(`${line}\n`)
  for (const portal of portals) {
    const [filler, author] = [
      await makeAuthor(portal, smtp, addressOf(portal, 'filler')),
      await makeAuthor(portal, smtp, addressOf(portal, 'author')),
    ]
    for (let n = 0; n < 10; n += 1)
      await api(portal, 'POST', '/api/abstracts/submit-file', author, fileForm(small))
    const { abstractId } = await api<{ abstractId: string }>(
      portal,
      'POST',
      '/api/abstracts/submit-file',
      author,
      fileForm(large),
    ).catch(raiseLimit(portal, author, large))
    const overview = await api<{ versions: { downloadUrl: string }[] }>(
      portal,
      'GET',
      `/api/abstracts/${abstractId}/overview`,
      author,
    )
    const adminToken = await logIn(portal, portal.admin.email, portal.admin.password)
    tokens.set(portal.kind, {
      admin: adminToken,
      filler,
      author,
      link: overview.versions[0]?.downloadUrl ?? '',
    })
    idle.set(portal.kind, await residentMb(portal.pid))
  }
  const token = (portal: BenchPortal) =>
    tokens.get(portal.kind) ?? { admin: '', filler: '', author: '', link: '' }
  const argon = await argon2Yardstick()
  const [copySmall, copyLarge] = [await copyYardstick(small), await copyYardstick(large)]
  const bare = await fileServer(large)
  closers.push(copySmall.close, copyLarge.close, bare.close)
  const get = (path: string, who: 'admin' | 'author') => (portal: BenchPortal) => () =>
    api(portal, 'GET', path, token(portal)[who])
  const submit = (bytes: Buffer<ArrayBuffer>) => (portal: BenchPortal) => () =>
    api(portal, 'POST', '/api/abstracts/submit-file', token(portal).filler, fileForm(bytes))
  const download = async (url: string) => {
    const response = await fetch(url)
    if (response.status !== 200) throw new Error(`download answered ${response.status}`)
    let size = 0
    for await (const chunk of response.body ?? []) size += chunk.length
    if (size !== large.length) throw new Error(`download gave ${size} bytes`)
  }

  const rows: Row[] = [
    {
      name: 'Submit a 200 KB PDF',
      unit: 'files/s',
      per: 1,
      concurrency: 4,
      limitCount: Math.ceil(ABSTRACTS / ROUNDS),
      run: submit(small),
      yardstick: { name: 'copy with md5, sha256 and flush', once: copySmall.once },
    },
    {
      name: 'Submit a 20 MB PDF',
      unit: 'MB/s',
      per: LARGE / 1e6,
      concurrency: 2,
      limitCount: 8,
      run: submit(large),
      yardstick: { name: 'copy with md5, sha256 and flush', once: copyLarge.once },
    },
    {
      name: 'Log in',
      unit: '/s',
      per: 1,
      concurrency: 4,
      limitCount: 2000,
      run: (portal) => () => logIn(portal, addressOf(portal, 'author'), portal.admin.password),
      yardstick: { name: 'bare argon2id', once: argon },
    },
    {
      name: 'Author’s ongoing list (11 submissions)',
      unit: '/s',
      per: 1,
      concurrency: 8,
      limitCount: 20_000,
      run: get('/api/abstracts/ongoing', 'author'),
    },
    {
      name: 'Author’s completed list (empty)',
      unit: '/s',
      per: 1,
      concurrency: 8,
      limitCount: 20_000,
      run: get('/api/abstracts/completed', 'author'),
    },
    {
      name: 'Admin’s list, 200 of 1,000 abstracts',
      unit: '/s',
      per: 1,
      concurrency: 8,
      limitCount: 20_000,
      run: get('/api/admin/abstracts?limit=200', 'admin'),
    },
    {
      name: 'Download 20 MB',
      unit: 'MB/s',
      per: LARGE / 1e6,
      concurrency: 4,
      limitCount: 200,
      run: (portal) => () => download(portal.url + token(portal).link),
      yardstick: { name: 'bare node:http file server', once: () => download(bare.url) },
    },
  ]
  const table: string[] = []
  const peak = new Map<string, number>()
  for (const row of rows) {
    const figures = new Map<string, { rates: number[]; latencies: number[] }>()
    const bearers = [
      ...portals.map((portal) => ({ kind: portal.kind, once: row.run(portal) })),
      ...(row.yardstick ? [{ kind: 'yardstick', once: row.yardstick.once }] : []),
    ]
    for (let at = 0; at < ROUNDS; at += 1) {
      for (const { kind, once } of bearers) {
        const { perSecond, latencies } = await round(once, {
          ...row,
          limitMs: row.name.startsWith('Submit a 200') ? 60_000 : 4000,
        })
        const figure = figures.get(kind) ?? { rates: [], latencies: [] }
        figure.rates.push(perSecond * row.per)
        figure.latencies.push(...latencies)
        figures.set(kind, figure)
      }
      for (const portal of portals)
        peak.set(portal.kind, Math.max(peak.get(portal.kind) ?? 0, await residentMb(portal.pid)))
    }
    const cell = (kind: string) => {
      const figure = figures.get(kind)
      if (figure === undefined) return '–'
      const [low, high] = [Math.min(...figure.rates), Math.max(...figure.rates)]
      const p99 = kind === 'yardstick' ? '' : `, p99 ${plain(quantile(figure.latencies, 0.99))} ms`
      return `**${plain(median(figure.rates))}** (${plain(low)}–${plain(high)})${p99}`
    }
    const ratio = (kind: string) => {
      const [mine, theirs] = [figures.get(kind), figures.get('yardstick')]
      return mine === undefined || theirs === undefined
        ? '–'
        : (median(mine.rates) / median(theirs.rates)).toFixed(2)
    }
    const yardstick = row.yardstick === undefined ? '–' : `${row.yardstick.name}: ${cell('yardstick')}`
    table.push(
      `| ${row.name}, ${row.unit}, ${row.concurrency} at once | ${cell('PGlite')} | ${cell('PostgreSQL')} | ${yardstick} | ${ratio('PGlite')} | ${ratio('PostgreSQL')} |`,
    )
    tell(table.at(-1) ?? '')
  }
  const memory = portals.map(
    (portal) =>
      `| ${portal.kind} | ${plain(idle.get(portal.kind) ?? 0)} | ${plain(peak.get(portal.kind) ?? 0)} |`,
  )
  await write(table, memory)
  tell(memory.join('\n'))
}

/** Both portals mail to one far end; the addresses tell them apart. */
function addressOf(portal: BenchPortal, name: string): string {
  return `${name}@${portal.kind.toLowerCase()}.example`
}

/** The abstract's limit is 10 MB at first; the bench needs 25. */
function raiseLimit(portal: BenchPortal, author: string, bytes: Buffer<ArrayBuffer>) {
  return async () => {
    const adminToken = await logIn(portal, portal.admin.email, portal.admin.password)
    const read = await api<{ settings: object; revision: number }>(
      portal,
      'GET',
      '/api/admin/settings',
      adminToken,
    )
    const settings = { ...read.settings, abstractMaxBytes: 25_000_000 }
    await api(portal, 'PUT', '/api/admin/settings', adminToken, { ...read, settings })
    return api<{ abstractId: string }>(portal, 'POST', '/api/abstracts/submit-file', author, fileForm(bytes))
  }
}

/** Puts the tables between the marks of the README; the words around them are by hand. */
async function write(table: string[], memory: string[]): Promise<void> {
  const path = 'bench/README.md'
  const readme = await readFile(path, 'utf8')
  const head = `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine()}, PGlite and PostgreSQL ${postgres?.version ?? '(none answered)'}. Median of ${ROUNDS} rounds (lowest–highest).`
  const made = [
    head,
    '',
    '| benchmark | PGlite | PostgreSQL | yardstick | PGlite ÷ yardstick | PostgreSQL ÷ yardstick |',
    '|---|---|---|---|---|---|',
    ...table,
    '',
    '| resident memory of the server process | idle, MB | highest under load, MB |',
    '|---|---|---|',
    ...memory,
  ].join('\n')
  await writeFile(path, readme.replace(/(<!-- figures -->)[\s\S]*(<!-- \/figures -->)/, `$1\n${made}\n$2`))
}
