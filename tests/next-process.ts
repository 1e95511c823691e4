import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

const CHANNEL = 'child_process'

/** Tells of the next process that this one starts, once. */
export function onNextProcess(begun: (child: ChildProcess) => void): void {
  const heard = (message: unknown) => {
    unsubscribe(CHANNEL, heard)
    // What Node's channel of this name gives.
    begun((message as { process: ChildProcess }).process)
  }
  subscribe(CHANNEL, heard)
}
