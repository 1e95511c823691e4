import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { onceBegun } from '#server/core/turns.ts'
import type { Db } from '#server/db/db.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Intake, UploadedFile } from '#server/http/portal.ts'
import type { FileKind } from '#shared/core/endpoint.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { admit, type Room } from './admit.ts'
import { type BlobStore, keyOf, type Received } from './blob-store.ts'
import { inspectImage } from './inspect-image.ts'
import type { PdfInspector } from './inspect-pdf.ts'
import type { VirusScanner } from './virus-scanner.ts'

/** An avatar's limit (portal.md §9). */
const AVATAR_MAX = 5 * 1024 * 1024
/** While a file has waited so long to be inspected, whoever uploads another is asked to come back before it is sent. */
const INSPECTED_WITHIN_MS = 2000

interface Needs {
  blobs: BlobStore
  inspector: PdfInspector
  /** Where one is configured: nothing is taken that it did not look through. */
  scanner?: VirusScanner | undefined
  db: Db
  transact: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
}

/** What a kind of file must be, under the portal's settings. */
function rulesFor(kind: FileKind, settings: Settings): { maxBytes: number; maxPages: number | null } {
  if (kind === 'abstract') return { maxBytes: settings.abstractMaxBytes, maxPages: settings.abstractMaxPages }
  if (kind === 'paper') return { maxBytes: settings.paperMaxBytes, maxPages: settings.paperMaxPages }
  return { maxBytes: AVATAR_MAX, maxPages: null }
}

/** The way in for files: streamed to the waiting room, measured, inspected by content, then kept or discarded. */
export function openIntake({ blobs, inspector, scanner, db, transact }: Needs): Intake {
  const waiting = new WeakMap<UploadedFile, { received: Received; room: Room | undefined }>()
  /** Asked before a byte is read. */
  const admitted = async (kind: FileKind, sender: string | undefined) => {
    if (kind !== 'avatar') inspector.assertRoom(INSPECTED_WITHIN_MS)
    const settings = await settingsOf(db)
    const room = sender === undefined ? undefined : await admit(transact, sender, settings)
    return { ...rulesFor(kind, settings), room }
  }
  return {
    receive: async (kind, stream, fileName, sender) => {
      const { maxBytes, maxPages, room } = await admitted(kind, sender)
      const received = await receiveNamed(blobs, stream, maxBytes, kind)
      try {
        const inspected =
          kind === 'avatar'
            ? { mime: await inspectImage(received.path), pages: null, title: null }
            : await inspectedPdf(inspector, received.path, maxPages)
        await scanner?.(received.path)
        await blobs.prepare(received)
        const { sha256, md5, size } = received
        room?.assertFor(size)
        const file = { fileName, storageKey: keyOf(sha256), sha256, md5, size, ...inspected }
        waiting.set(file, { received, room })
        return file
      } catch (error) {
        await blobs.discard(received)
        // It was counted already, and came whole.
        throw onceBegun(error)
      }
    },
    keep: async (file, tx) => {
      const arrived = waiting.get(file)
      if (arrived === undefined) throw new Error('a file was kept that never arrived')
      await arrived.room?.assertKept(tx)
      await blobs.keep(arrived.received)
    },
    discard: async (file) => {
      const arrived = waiting.get(file)
      if (arrived !== undefined) await blobs.discard(arrived.received)
    },
  }
}

/** The specification words the avatar's limit itself (portal.md §5). */
async function receiveNamed(
  blobs: BlobStore,
  stream: Parameters<BlobStore['receive']>[0],
  max: number,
  kind: FileKind,
) {
  try {
    return await blobs.receive(stream, max)
  } catch (error) {
    if (kind === 'avatar' && error instanceof AppError && error.code === 'too_large') {
      throw new AppError('too_large', 'Image size must be 5MB or less.', error.details)
    }
    throw error
  }
}

async function inspectedPdf(inspector: PdfInspector, path: string, maxPages: number | null) {
  const facts = await inspector.inspect(path)
  if (!facts.ok) throw new AppError(facts.code, facts.message)
  if (maxPages !== null && facts.pages > maxPages) {
    throw new AppError(
      'too_many_pages',
      `The file has ${facts.pages} pages; at most ${maxPages} are allowed.`,
    )
  }
  return { mime: 'application/pdf', pages: facts.pages, title: facts.title }
}
