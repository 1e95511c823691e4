import { type ErrorBody, type ErrorCode, errorStatus } from '#shared/core/errors.ts'

/** A refusal that a person may read. Everything else that is thrown is a fault of ours and answered with 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  /** Seconds after which trying again makes sense: `Retry-After`. */
  retryAfter?: number
  /** portal.md §8: log-in was right but the address is not confirmed. */
  needEmailVerification?: true

  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorStatus[this.code]
  }

  /** The answer's body (decisions.md §3). */
  toBody(): ErrorBody {
    return {
      message: this.message,
      error: this.code,
      ...(this.needEmailVerification ? { needEmailVerification: true } : {}),
      ...(this.details === undefined ? {} : { details: this.details }),
    }
  }
}

/** 404: unknown, or not yours to know of. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} was not found.`)
}

/** 401: whoever asks is nobody any more. */
export function sessionEnded(): AppError {
  return new AppError('token_expired', 'Your session has ended. Please log in again.')
}

/** 429 with `Retry-After`, which its sentence says too; with `begun` false in its details a page comes back by itself. */
export function tooMany(message: string, retryAfter: number, details?: { begun: false }): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfter))
  const error = new AppError('too_many', `${message} Try again in ${spanOf(seconds)}.`, details)
  error.retryAfter = seconds
  return error
}

/** In whole minutes from one on: nobody comes too early by it. */
function spanOf(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
