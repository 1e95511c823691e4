import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { engineOn } from './engine.ts'
import { type Asked, RUNS, type Told } from './start-engine.ts'
import { startPglite } from './start-pglite.ts'

// The thread that owns the embedded database: says that it runs, then answers one thing after the other until it is closed.

// How much a function of the database has to do before it is compiled a second time, optimised: as much as V8 12 asks of it, so
// that this does not begin with the start, of which it took a fifth. Node 20 has V8 11, which asks for a seventh of that.
setFlagsFromString('--wasm-tiering-budget=13000000')

// What startEngine gave: the only one who starts such a thread.
const engine = engineOn(await startPglite(workerData as { dataDir: string }))

function tell(told: Told): void {
  parentPort?.postMessage(told, 'bytes' in told ? [told.bytes.buffer] : [])
}

async function answer(asked: Asked): Promise<void> {
  const { id } = asked
  try {
    if ('bytes' in asked) return tell({ id, bytes: await engine.answer(asked.bytes) })
    await engine[asked.to]()
    tell({ id })
    if (asked.to === 'close') parentPort?.close()
  } catch (error) {
    tell({ id, failed: error instanceof Error ? error.message : String(error) })
  }
}

let last = Promise.resolve()
parentPort?.on('message', (asked: Asked) => {
  last = last.then(() => answer(asked))
})
tell({ id: RUNS })
