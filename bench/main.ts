import type { Benchmark } from './benchmark.ts'
import { allowManyUploads, type Cast, fillConference, logInCast } from './conference.ts'
import { downloads } from './downloads.ts'
import { openEavesdropper } from './eavesdropper.ts'
import { fileServer } from './file-servers.ts'
import { lists } from './lists.ts'
import { logIns, startHasher } from './log-ins.ts'
import { measure } from './measure.ts'
import { type Memory, memoryOf } from './memory.ts'
import { onStage } from './on-stage.ts'
import { pointReads, startBareRoute } from './point-reads.ts'
import { type BenchPortal, benchDatabase, SECRET, startBenchPortal } from './portals.ts'
import { stampedPdf } from './stamped-pdf.ts'
import { starts } from './starts.ts'
import { acceptPapers, statements } from './statements.ts'
import { listStorm, storm } from './storm.ts'
import { submissions } from './submissions.ts'
import { lineOf, memoryLineOf, writeTables } from './table.ts'
import { startServer } from './yardsticks.ts'

/**
 * `npm run bench`: figures of both databases side by side, each beside its yardstick, in one run. `npm run bench -- import`
 * prints the import of a statement alone, `-- points` the point reads and log-ins, `-- files` uploads and downloads, `-- lists`
 * the lists and who waits for them, `-- starts` the starts.
 */
const SMALL = 200_000
const LARGE = 20_000_000
const importAlone = process.argv.includes('import')
const pointsAlone = process.argv.includes('points')
const filesAlone = process.argv.includes('files')
const listsAlone = process.argv.includes('lists')
const startsAlone = process.argv.includes('starts')

await onStage(async ({ folder, smtp, undo }) => {
  const postgres = await benchDatabase()
  if (postgres === undefined) say('No PostgreSQL answers (set TEST_DATABASE_URL): only PGlite is measured.')
  else undo.push(() => postgres.drop())
  const started = importAlone || pointsAlone || listsAlone ? [] : await starts(postgres !== undefined)
  if (startsAlone) return say(started.join('\n'))
  const portals: BenchPortal[] = []
  for (const url of postgres === undefined ? [undefined] : [undefined, postgres.url]) {
    const portal = await startBenchPortal(smtp.url, url)
    undo.push(() => portal.close())
    portals.push(portal)
  }
  const idle = new Map<BenchPortal, Memory>()
  for (const portal of portals) idle.set(portal, await memoryOf(portal))

  const [small, large] = [await stampedPdf(SMALL), await stampedPdf(LARGE)]
  const bare = await fileServer(large, folder)
  undo.push(() => bare.close())
  const receiver = await startServer('./form-server.ts', [folder])
  undo.push(() => receiver.close())
  const hasher = await startHasher()
  undo.push(() => hasher.close())
  const casts = new Map<BenchPortal, Cast>()
  const logInAll = async () => {
    for (const portal of portals) casts.set(portal, await logInCast(portal))
  }
  const castOf = (portal: BenchPortal): Cast => casts.get(portal) ?? { admin: '', lister: '', submitter: '' }

  const lines: string[] = []
  const run = async (benchmarks: readonly Benchmark[]) => {
    for (const benchmark of benchmarks) lines.push(lineOf(await measure(benchmark, portals)))
    await logInAll()
  }
  await logInAll()
  for (const portal of portals) await allowManyUploads(portal, castOf(portal).admin, 2 * large.size)

  const onPostgres = portals.find(({ kind }) => kind === 'PostgreSQL')
  const route = postgres === undefined ? undefined : await startBareRoute(postgres.url)
  undo.push(() => route?.close())
  const byHand = onPostgres && route && { portal: onPostgres, url: route.url }
  if (filesAlone) {
    await run(submissions({ small, large, castOf, folder, receiver }))
    await run(await downloads({ large, portals, castOf, bare }))
    return say(lines.join('\n'))
  }
  const isWhole = !importAlone && !listsAlone
  if (isWhole) await run([pointReads({ castOf, bare: byHand }), await logIns(hasher)])
  const storms = isWhole ? await storm(portals, castOf) : []
  if (pointsAlone) return say([...lines, ...storms].join('\n'))
  if (isWhole) await run(submissions({ small, large, castOf, folder, receiver }))
  for (const portal of portals) await fillConference(portal, castOf(portal), small)
  await postgres?.tidy()
  if (!importAlone) {
    const ear = postgres === undefined ? undefined : await openEavesdropper(postgres.url, SECRET)
    const heard = onPostgres && ear && { portal: onPostgres, ear }
    try {
      await run(lists({ castOf, byHand: heard }))
    } finally {
      await ear?.close()
    }
  }
  const besideLists = importAlone ? [] : await listStorm(portals, castOf)
  if (listsAlone) return say([...lines, ...besideLists].join('\n'))
  if (!importAlone) await run(await downloads({ large, portals, castOf, bare }))
  const accepted = new Map<BenchPortal, string[]>()
  for (const portal of portals) accepted.set(portal, await acceptPapers(portal, castOf(portal), small))
  const imports = statements((portal) => accepted.get(portal) ?? [], castOf)
  // Until the first there are no lines at all.
  for (const portal of portals) await imports.once(portal)
  await postgres?.tidy()
  await run([imports])

  if (importAlone) return say(lines.join('\n'))
  const memory = portals.map((portal) => memoryLineOf(portal, idle.get(portal) ?? { server: 0, reader: 0 }))
  await writeTables({ lines, storms, besideLists, started, memory, version: postgres?.version })
  say([...lines, '', ...storms, '', ...besideLists, '', ...started, '', ...memory].join('\n'))
})

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
