/** How often it is looked whether there is something to do, in milliseconds. */
const EVERY_MS = 5 * 60_000

/** Looks now and every five minutes whether there is something to do, one look at a time; `stop` waits for the one that runs. */
export function keepHouse(look: () => Promise<unknown>, onError: (error: unknown) => void) {
  let running: Promise<unknown> | undefined
  const start = () => {
    running ??= look()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(start, EVERY_MS)
  start()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
