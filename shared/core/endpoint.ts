import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './roles.ts'

/** What a multipart call's file is for; kind and size limits follow from it. */
export type FileKind = 'abstract' | 'paper' | 'avatar'

/**
 * One call of the API, described once for both sides: the server routes, authorises and validates by it,
 * the client calls by it, and the OpenAPI document is made from it.
 */
export interface EndpointSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with parameters in braces, as in the specification: `/api/papers/{paperId}`. */
  path: string
  /** One sentence for the reference. */
  summary: string
  /** The heading under which the reference lists the call. */
  tag: string
  /**
   * Who may call it: anybody, anybody logged in, the mail provider with its secret (docs/mail.md), or holders of any
   * one of these permissions.
   */
  access: 'public' | 'signed-in' | 'mail-provider' | readonly Permission[]
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The call takes multipart/form-data with exactly one part, `file`, of this kind. */
  file?: FileKind
  /** The longest body in bytes, where it may be longer than others. */
  bodyLimit?: number
  /** What is sent holds a password or a code, and the call therefore takes no Idempotency-Key (docs/decisions/002). */
  hashes?: true
  /** The JSON answered with 200; `z.file()` for a call that answers bytes. */
  answer: z.ZodType
  /** Codes of refusals that are particular to the call; the common ones (400, 401, 403, 422, 429) go without saying. */
  refusals?: readonly ErrorCode[]
}

/** Declares a call; only narrows the type. */
export function endpoint<const S extends EndpointSpec>(spec: S): S {
  return spec
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Given<T> = T extends z.ZodType ? z.input<T> : undefined

export type ParamsOf<S extends EndpointSpec> = Parsed<S['params']>
export type QueryOf<S extends EndpointSpec> = Parsed<S['query']>
export type BodyOf<S extends EndpointSpec> = Parsed<S['body']>
/** What a client may pass as body, before defaults and trimming. */
export type BodyInputOf<S extends EndpointSpec> = Given<S['body']>
export type QueryInputOf<S extends EndpointSpec> = Given<S['query']>
export type AnswerOf<S extends EndpointSpec> = z.output<S['answer']>
