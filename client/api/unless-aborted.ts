/** Waits for work that goes on for others too; throws the signal's reason as soon as it is aborted. */
export function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal?.reason)
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) leave()
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
  })
}
