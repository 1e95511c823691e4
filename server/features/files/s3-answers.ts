import { NoSuchBucket } from '@aws-sdk/client-s3'
import { AppError } from '#server/core/app-error.ts'

/** The answer about an object; undefined when there is none. */
export async function found<T>(ask: () => Promise<T>): Promise<T | undefined> {
  return answered(() =>
    ask().catch((error: unknown) => {
      // A bucket that is not there is a fault of the set-up, not an answer.
      if (statusOf(error) === 404 && !(error instanceof NoSuchBucket)) return undefined
      throw error
    }),
  )
}

/** Throws AppError `unavailable` where the store does not answer. */
export async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw unanswered(error)
  }
}

/** As {@link answered}; where the store answers that it does not do it (4xx), its own error. */
export async function unlessRefused<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const status = statusOf(error) ?? 0
    throw status >= 400 && status < 500 ? error : unanswered(error)
  }
}

function unanswered(cause: unknown): AppError {
  const refusal = new AppError('unavailable', 'The store of files does not answer. Try again in a moment.')
  refusal.retryAfter = 5
  refusal.cause = cause
  return refusal
}

/** What the store answers within so many milliseconds; what it sends after its answer may take longer. */
export async function within<T>(
  ms: number,
  ask: (limit: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`no answer within ${ms} ms`)), ms)
  try {
    return await ask({ abortSignal: limit.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** The HTTP status within an error of the client library. */
function statusOf(error: unknown): number | undefined {
  const metadata: unknown = error instanceof Error && '$metadata' in error ? error.$metadata : undefined
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}
