import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/core/actor.ts'
import type { World } from '#server/core/ctx.ts'
import type { Db } from '#server/db/db.ts'
import type { Database } from '#server/db/open.ts'
import type { FileKind } from '#shared/core/endpoint.ts'
import type { Pressure } from './pressure.ts'

/** A file that arrived and was found to be what it should be, still in the waiting room. */
export interface UploadedFile {
  /** The name it had on the sender's machine; shown, never used as a path. */
  fileName: string
  storageKey: string
  sha256: string
  md5: string
  size: number
  mime: string
  /** PDFs only. */
  pages: number | null
  /** What the PDF says of its own title, if it says something useful. */
  title: string | null
}

/** Takes files in: streams, measures and inspects them. Given by the files feature. */
export interface Intake {
  /**
   * Throws AppError (413, 415, 422, 429) when the file is refused; then nothing is left of it. `sender` is whose limits
   * count; none where the portal itself brings a file.
   */
  receive(kind: FileKind, stream: Readable, fileName: string, sender?: string): Promise<UploadedFile>
  /**
   * Puts it in its place for good, last of the transaction that mentions it: its sender's files are counted with it. Throws
   * 413 where others came at once and took the room.
   */
  keep(file: UploadedFile, tx: Db): Promise<void>
  /** Removes it from the waiting room; harmless after `keep`. */
  discard(file: UploadedFile): Promise<void>
}

/** What the HTTP layer is assembled from (see app.ts). */
export interface Portal {
  http: FastifyInstance
  database: Database
  /** The world at this moment. */
  world(): World
  /** Who holds this access token; throws 401. */
  authenticate(db: Db, token: string, now: Date): Promise<Actor>
  /** The session that a genuine access token names, told on the spot; whether either still holds is not asked. */
  sessionIn(token: string): string | undefined
  intake: Intake
  /** Whether calls wait too long for their turn. */
  pressure: Pressure
}
