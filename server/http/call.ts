import type { AppError } from '#server/core/app-error.ts'
import type { AnswerOf, BodyOf, EndpointSpec, ParamsOf, QueryOf } from '#shared/core/endpoint.ts'
import type { UploadedFile } from './portal.ts'

/** What a call was given, parsed by its contract. */
export interface Input<S extends EndpointSpec> {
  params: ParamsOf<S>
  query: QueryOf<S>
  body: BodyOf<S>
  file: S extends { file: string } ? UploadedFile : undefined
}

/** An answer that is written already, as JSON in UTF-8 and as its contract promises: by a thread, with whose end its memory goes. */
export class WrittenAnswer {
  readonly json: Uint8Array
  constructor(json: Uint8Array) {
    this.json = json
  }
}

/**
 * A verb's outcome. A refusal that is *returned* is answered after the commit, so that what it counted (a wrong
 * PIN, a stolen session) stays; one that is *thrown* rolls everything back.
 */
export type Outcome<S extends EndpointSpec> = AnswerOf<S> | AppError
