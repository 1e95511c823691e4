import { type Lasting, lastingHelper } from './lasting-helper.ts'
import { type ProcessOptions, type Sendable, startProcess } from './own-process.ts'
import type { OwnProgram } from './start-thread.ts'

type Options = Lasting & Pick<ProcessOptions, 'memoryMb' | 'yields'>

/**
 * A {@link lastingHelper} that is a process: the portal keeps none of the memory that it took. What goes over can be
 * cloned. Its program settles in (`own-process.ts`) before it answers.
 */
export function lastingProcess<Given, Answer>(
  program: OwnProgram,
  { idleMs, ...options }: Options,
): (given: Given) => Promise<Answer> {
  return lastingHelper(
    () => {
      const child = startProcess(program, { ...options, serialization: 'advanced' })
      let ended: (reason: Error) => void = () => undefined
      return {
        // Whatever can be cloned can be sent, by the serialization asked for.
        send: (asked) =>
          void child.send(asked as Sendable, (error) => {
            if (error !== null) ended(error)
          }),
        onAnswer: (heard) => child.on('message', heard),
        onEnd: (heard) => {
          ended = heard
          child.on('error', heard)
          child.on('exit', (code, signal) =>
            heard(new Error(`The ${program.built} ended with ${signal ?? `code ${code}`}.`)),
          )
        },
        ref: () => {
          child.ref()
          child.channel?.ref()
        },
        unref: () => {
          child.unref()
          child.channel?.unref()
        },
        end: () => child.kill('SIGKILL'),
      }
    },
    { idleMs },
  )
}
