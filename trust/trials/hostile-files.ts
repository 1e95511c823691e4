import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { makePdf } from '#tests/factories.ts'
import { openCrashSite } from '../crash/crash-site.ts'
import { childrenOf } from '../crash/processes.ts'
import type { Alive } from '../crash/walk.ts'
import { type HostileFile, hostilePdfs } from '../files/hostile-pdfs.ts'
import { hostilePictures } from '../files/hostile-pictures.ts'
import type { Bench, Trial } from '../trial.ts'

/** The catalogue's own bound: whatever is sent is answered in so long. */
const ANSWER_MS = 20_000
/** Of the portal's own process; the embedded database lives in it. */
const MEMORY_MB = { postgres: 300, pglite: 700 }
/** Of the one that inspects and the one that reads: each is ended at 700 MB, which it may pass for a moment. */
const MEMORY_OF_READERS_MB = 2 * 800
/** Senders at the same time. */
const AT_ONCE = 3
/** What a refusal may be; anything else is a fault. */
const REFUSALS = [413, 415, 422, 503]

/** Hostile and broken PDFs and pictures are sent while somebody else goes on working. */
export const hostileFiles: Trial = {
  name: 'hostile-files',
  promise: 'A hostile file is refused or stored and does nothing; nobody else notices.',
  run: async (bench) => {
    const site = await openCrashSite(bench.template)
    const spy = await openSpy()
    try {
      const portal = await site.start()
      const alive = await site.logIn(portal)
      const { stop, memoryMb } = watch(portal, alive, bench)
      const pdfs = hostilePdfs(bench.seed, spy.url, await makePdf({ pages: 3, title: 'A whole paper' }))
      const files = [...pdfs.map(asPaper), ...hostilePictures().map(asPicture)]
      const chosen = files.filter((_, at) => at % bench.times(4, 1) === 0)
      const senders = Array.from({ length: AT_ONCE }, async () => {
        for (let next = chosen.shift(); next !== undefined; next = chosen.shift())
          bench.tried(await send(next, alive))
      })
      await Promise.all(senders)
      await stop()
      const { own, all } = memoryMb()
      const limitMb = MEMORY_MB[bench.template.kind]
      bench.tried(own > limitMb ? `the portal took ${own} MB` : undefined)
      bench.tried(
        all > limitMb + MEMORY_OF_READERS_MB ? `the portal and its processes took ${all} MB` : undefined,
      )
      bench.tried(
        spy.asked() > 0 ? `${spy.asked()} connections were made to an address in a file` : undefined,
      )
    } finally {
      await site.clear()
      await spy.close()
    }
  },
}

interface Sent extends HostileFile {
  method: string
  path: string
}
const asPaper = (file: HostileFile): Sent => ({ ...file, method: 'POST', path: '/api/abstracts/submit-file' })
const asPicture = (file: HostileFile): Sent => ({ ...file, method: 'POST', path: '/api/profile/avatar' })

/** What was wrong about how a file was taken; undefined when nothing was. */
async function send(file: Sent, { url, author }: Alive): Promise<string | undefined> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file.bytes)], { type: 'application/pdf' }), `${file.name}.pdf`)
  const headers = { authorization: `Bearer ${author}` }
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(url + file.path, { method: file.method, headers, body: form, signal })
    const said = await answer.text()
    if (REFUSALS.includes(answer.status)) return undefined
    if (answer.status !== 200) return `${file.name}: ${answer.status} ${said.slice(0, 200)}`
    if (file.refused === true) return `${file.name}: it was taken`
    return await asStored(file, JSON.parse(said), { url, headers })
  } catch (error) {
    return `${file.name}: ${String(error)}`
  }
}

/** A stored file is given back as it came, as what it was found to be, and in a way that runs nothing. */
async function asStored(
  { name, bytes, path }: Sent,
  said: { abstractId?: string; photoUrl?: string },
  { url, headers }: { url: string; headers: Record<string, string> },
): Promise<string | undefined> {
  const links =
    said.abstractId === undefined ? [said.photoUrl ?? ''] : await linksOf(said.abstractId, url, headers)
  if (links.length === 0) return `${name}: it has no link`
  for (const link of links) {
    const answer = await fetch(new URL(link, url))
    const body = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type')
    const policy = answer.headers.get('content-security-policy') ?? ''
    if (answer.status !== 200) return `${name}: its link answered ${answer.status}`
    if (!body.equals(bytes)) return `${name}: it came back otherwise`
    if (
      type !== 'application/pdf' &&
      !(path.includes('avatar') && /^image\/(png|jpeg|webp)$/.test(type ?? ''))
    )
      return `${name}: it came back as ${type}`
    if (answer.headers.get('x-content-type-options') !== 'nosniff') return `${name}: its type may be guessed`
    if (/script-src [^;]*unsafe|default-src [^;]*\*/.test(policy) || policy === '')
      return `${name}: its policy is ${policy}`
  }
  return undefined
}

async function linksOf(abstractId: string, url: string, headers: Record<string, string>): Promise<string[]> {
  const answer = await fetch(`${url}/api/abstracts/${abstractId}/overview`, { headers })
  const found = new Set((await answer.text()).match(/\/api\/files\/[^"]+/g))
  return [...found]
}

/** Asks who one is again and again: every answer must come; memory is that of the portal and its processes. */
function watch({ pid }: { pid: number }, { url, author }: Alive, bench: Bench) {
  let isOver = false
  const most = { own: 0, all: 0 }
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now()
      const answer = await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${author}` } }).catch(
        () => undefined,
      )
      if (answer?.status !== 200) bench.tried(`somebody else was answered ${answer?.status ?? 'nothing'}`)
      await answer?.arrayBuffer()
      bench.measured('others, ms', performance.now() - began)
      const [own, all] = [await memoryOf(pid), await memoryOfAll(pid)]
      most.own = Math.max(most.own, Math.round(own))
      most.all = Math.max(most.all, Math.round(all))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return {
    memoryMb: () => most,
    stop: async () => {
      isOver = true
      await asking
    },
  }
}

/** Resident megabytes of a process; 0 where the system does not say. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** The same with all processes that it started. */
async function memoryOfAll(pid: number): Promise<number> {
  const theirs = await Promise.all((await childrenOf(pid)).map(memoryOfAll))
  return theirs.reduce((sum, one) => sum + one, await memoryOf(pid))
}

/** A server whose address stands in the files; nobody may ask it. */
async function openSpy() {
  let asked = 0
  const server = createServer((_, response) => response.end())
  server.on('connection', () => {
    asked += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
