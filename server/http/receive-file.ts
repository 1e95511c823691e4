import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#server/core/actor.ts'
import { AppError } from '#server/core/app-error.ts'
import type { FileKind } from '#shared/core/endpoint.ts'
import type { Intake, UploadedFile } from './portal.ts'

/** How the parser of forms says that it cannot read one: by these words alone, without a code or a status. */
const UNREADABLE =
  /^(Multipart: Boundary not found|The needle cannot |Unexpected end of multipart|(Part|Preamble) terminated early)/

/** What the parser of forms calls a form of something else than one file; by its status it would be too large. */
const OTHER_FORM = ['FST_FIELDS_LIMIT', 'FST_FILES_LIMIT', 'FST_PARTS_LIMIT']
const isOtherForm = (error: unknown) =>
  error instanceof Error && 'code' in error && OTHER_FORM.includes(String(error.code))

const NOT_ONE_FILE = 'Send one file, with its name, in the part "file", and nothing else.'

/** So long is read on what nobody wants any more. */
const RUNS_OUT_MS = 60_000

/**
 * Takes the part `file` of a multipart request in; refuses anything else. What still comes of a body that is refused is read
 * and thrown away: most senders read no answer before all is sent, and the connection would be held by both sides.
 */
export async function receiveFile(
  intake: Intake,
  kind: FileKind,
  request: FastifyRequest,
  actor: Actor,
): Promise<UploadedFile> {
  try {
    return await receivePart(intake, kind, request, actor)
  } catch (error) {
    letRunOut(request.raw)
    if (isOtherForm(error)) throw new AppError('malformed', NOT_ONE_FILE)
    if (!(error instanceof Error && UNREADABLE.test(error.message))) throw error
    throw new AppError('malformed', 'The form could not be read: send the file whole, in the part "file".')
  }
}

/** Refuses a form where the call takes no file: a page of another site can send one without asking first. */
export function refuseForm(request: FastifyRequest): void {
  if (!request.isMultipart()) return
  letRunOut(request.raw)
  throw new AppError('unsupported_media_type', 'This call takes no form: send JSON.')
}

function letRunOut(body: IncomingMessage): void {
  if (body.readableEnded) return
  body.unpipe()
  body.resume()
  const given = setTimeout(() => body.destroy(), RUNS_OUT_MS)
  body.once('close', () => clearTimeout(given))
}

async function receivePart(
  intake: Intake,
  kind: FileKind,
  request: FastifyRequest,
  actor: Actor,
): Promise<UploadedFile> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_media_type', 'Send the file as multipart/form-data, in the part "file".')
  }
  const part = await request.file()
  if (part === undefined || part.fieldname !== 'file') {
    throw new AppError('malformed', 'The request has no file: send it in the part "file".')
  }
  return intake.receive(
    kind,
    part.file,
    shownName(part.filename),
    actor.kind === 'person' ? actor.userId : undefined,
  )
}

/** The name as shown: without a folder, without what ends a line, turns it or is obeyed unseen, bounded; never a path. */
function shownName(given: string | undefined): string {
  const base = (given ?? '').toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = base.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  return clean.length <= 200 ? clean : `${clean.slice(0, 160)}…${clean.slice(-30)}`
}
