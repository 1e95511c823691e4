import { Duplex } from 'node:stream'
import { asError } from '#server/core/as-error.ts'
import { joined, type RunningEngine } from './engine.ts'
import { cutOff } from './start-engine.ts'

/** ReadyForQuery, the last message of an answer: `Z`, its length in four bytes, and a letter. */
const READY = 0x5a
const READY_BYTES = 6

type Written = (error?: Error | null) => void

/**
 * A connection's line to the embedded database, which pg is given in the place of a socket: so that both databases are
 * spoken to by one driver. No statement may take longer than the limit (PGlite itself knows none, and hangs when its disk
 * is full): the database is ended then, and the next connection starts it again.
 */
export class EmbeddedLine extends Duplex {
  readonly #start: () => Promise<RunningEngine>
  readonly #limitMs: number | undefined
  #engine: RunningEngine | undefined
  #limit: NodeJS.Timeout | undefined
  readonly #leave = () => this.destroy(this.#engine?.over.reason)

  /** `start` gives the engine that runs, or starts it; no limit, where none is given. */
  constructor(start: () => Promise<RunningEngine>, limitMs?: number) {
    super()
    this.#start = start
    this.#limitMs = limitMs
  }

  connect(): this {
    this.#begin().catch((error: Error) => this.destroy(error))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    // What is said is pushed as it comes.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, written: Written): void {
    void this.#ask([chunk], written)
  }

  override _writev(chunks: { chunk: Buffer }[], written: Written): void {
    void this.#ask(
      chunks.map(({ chunk }) => chunk),
      written,
    )
  }

  override _final(ended: Written): void {
    this.push(null)
    ended()
  }

  override _destroy(error: Error | null, destroyed: Written): void {
    clearTimeout(this.#limit)
    this.#engine?.over.removeEventListener('abort', this.#leave)
    destroyed(error)
  }

  async #begin(): Promise<void> {
    const engine = await this.#start()
    await engine.begin()
    engine.over.throwIfAborted()
    if (this.destroyed) return
    this.#engine = engine
    engine.over.addEventListener('abort', this.#leave)
    this.emit('connect')
  }

  #watch(engine: RunningEngine): void {
    clearTimeout(this.#limit)
    if (this.#limitMs === undefined) return
    const late = `a statement took longer than ${this.#limitMs} ms`
    this.#limit = setTimeout(() => engine.end(cutOff(new Error(late))), this.#limitMs)
  }

  async #ask(parts: Buffer[], written: Written): Promise<void> {
    const engine = this.#engine
    if (engine === undefined) return written(new Error('The line is not connected.'))
    this.#watch(engine)
    try {
      const answer = await engine.answer(joined(parts))
      if (this.destroyed) return
      if (answer.length > 0) this.push(answer)
      if (answer.at(-READY_BYTES) === READY) clearTimeout(this.#limit)
      written()
    } catch (error) {
      written(asError(error))
    }
  }
}
