import { makePdf } from '#tests/factories.ts'
import { openCrashSite } from '../crash/crash-site.ts'
import type { Alive } from '../crash/walk.ts'
import { type HostileFile, isMeant } from '../files/hostile-file.ts'
import { hostilePdfs } from '../files/hostile-pdfs.ts'
import { hostilePictures, png } from '../files/hostile-pictures.ts'
import { openSpy } from '../files/spy.ts'
import { harmed, openBystander } from '../load/bystander.ts'
import { comingBack, secondsOf } from '../load/come-back.ts'
import { watchMemory } from '../load/memory.ts'
import type { Bench, Trial } from '../trial.ts'

/** The portal's bound on reading is ten seconds; each of the senders' files may take them, and a new process to start after it. */
const ANSWER_MS = 60_000
/** So often is a file sent again that the portal had no time for. */
const AGAIN_MAX = 30
/** Of the portal's own process; the embedded database lives in it. */
const MEMORY_MB = { postgres: 300, pglite: 700 }
/** Of the one that inspects and the one that reads: each is ended at 700 MB, which it may pass for a moment. */
const MEMORY_OF_READERS_MB = 2 * 800
/** Senders at the same time. */
const AT_ONCE = 3
/** In the test command every so many of them is sent. */
const FEW_OF = 7
/** Others' answers come within this, or within so many times what they take in a calm: other work on the machine may miss a calm of seconds. */
const CEILING_MS = { few: 5000, full: 1000 }
/** After so many hostile files comes a harmless one. */
const HARMLESS_EVERY = 8

/** Hostile and broken PDFs and pictures are sent while somebody else goes on working; by turns, they rest. */
export const hostileFiles: Trial = {
  name: 'hostile-files',
  promise: 'A hostile file is refused or kept and does nothing, as its kind must be; nobody else notices.',
  run: async (bench) => {
    const site = await openCrashSite(bench.template)
    const spy = await openSpy()
    try {
      const portal = await site.start()
      const alive = await site.logIn(portal)
      const memory = watchMemory(portal.pid)
      const other = openBystander(alive, bench.tried)
      const inTurn = openTurns()
      const files = await filesFor(bench, spy.url)
      const turns = bench.times(2, 6)
      const calmMs = bench.times(1500, 10_000)
      for (let turn = 0; turn < turns; turn += 1) {
        other.during('calm')
        await new Promise((resolve) => setTimeout(resolve, calmMs))
        // A token is good for a quarter of an hour.
        Object.assign(alive, await site.logIn(portal))
        other.during('attack')
        const now = files.filter((_, at) => at % turns === turn)
        const sender = async () => {
          for (let next = now.shift(); next !== undefined; next = now.shift()) {
            const file = next
            const sent = () => send(file, alive, bench)
            bench.tried(await (file.path === PICTURE ? inTurn(sent) : sent()))
          }
        }
        await Promise.all(Array.from({ length: AT_ONCE }, sender))
      }
      const { answers, logIns } = await other.stop()
      for (const during of ['calm', 'attack'] as const) {
        for (const ms of answers[during]) bench.measured(`others, ${during}, ms`, ms)
        for (const ms of logIns[during]) bench.measured(`others’ log-ins, ${during}, ms`, ms)
      }
      const ceilingMs = bench.times(CEILING_MS.few, CEILING_MS.full)
      bench.tried(harmed('somebody else’s answers', answers, ceilingMs))
      bench.tried(harmed('somebody else’s log-ins', logIns, ceilingMs))
      const { own, all } = await memory.stop()
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
  path: string
}
const asPaper = (file: HostileFile): Sent => ({ ...file, path: '/api/abstracts/submit-file' })
const PICTURE = '/api/profile/avatar'
const asPicture = (file: HostileFile): Sent => ({ ...file, path: PICTURE })

/** One person has one picture, whose link ends with the next: each waits until the one before was looked at. */
function openTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine
    return mine
  }
}

/** Those that are chosen, with harmless ones in between. */
async function filesFor(bench: Bench, spy: string): Promise<Sent[]> {
  const pdfs = hostilePdfs(bench.seed, spy, await makePdf({ pages: 3, title: 'A whole paper' }))
  const all = [...pdfs.map(asPaper), ...hostilePictures().map(asPicture)]
  const chosen = all.filter((_, at) => at % bench.times(FEW_OF, 1) === 0)
  const mixed: Sent[] = []
  for (const [at, file] of chosen.entries()) {
    if (at % HARMLESS_EVERY === 0) mixed.push(await harmless(at / HARMLESS_EVERY))
    mixed.push(file)
  }
  return mixed
}

/** Every third is a picture. */
async function harmless(n: number): Promise<Sent> {
  const name = `a harmless file, ${n}`
  if (n % 3 === 2) return asPicture({ name, bytes: png(1, 1), must: 'kept' })
  return asPaper({ name, bytes: await makePdf({ pages: 2, title: name, text: name }), must: 'kept' })
}

/** What was wrong about what became of a file; undefined when nothing was. */
async function send(file: Sent, { url, author }: Alive, bench: Bench): Promise<string | undefined> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file.bytes)], { type: 'application/pdf' }), `${file.name}.pdf`)
  const headers = { authorization: `Bearer ${author}` }
  try {
    const answer = await comingBack(
      () =>
        fetch(url + file.path, {
          method: 'POST',
          headers,
          body: form,
          signal: AbortSignal.timeout(ANSWER_MS),
        }),
      AGAIN_MAX,
      // Also where it was begun: a file that is kept twice harms nobody here.
      (given) => secondsOf(given) > 0,
    )
    bench.measured('answered after, ms', answer.tookMs)
    if (answer.status === 503)
      return secondsOf(answer) > 0
        ? `${file.name}: ${AGAIN_MAX} times it was told to come back`
        : `${file.name}: 503 without a time to come back at`
    const said: { abstractId?: string; photoUrl?: string; error?: string } = JSON.parse(
      answer.body.toString(),
    )
    const became = answer.status === 200 ? 'kept' : (said.error ?? String(answer.status))
    if (!isMeant(file.must, became)) return `${file.name}: ${became}, not ${String(file.must)}`
    return became === 'kept' ? await asStored(file, said, { url, headers }) : undefined
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
    if (type !== 'application/pdf' && !(path === PICTURE && /^image\/(png|jpeg|webp)$/.test(type ?? '')))
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
