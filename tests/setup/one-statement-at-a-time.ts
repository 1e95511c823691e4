/** pg's word for a statement that is sent while two others wait for the same connection; its next version refuses it. */
const TOLD = 'Calling client.query() when the client is already executing a query'
const KEY = Symbol.for('lectern.one-statement-at-a-time')

// Once a process, which runs many files. What a listener throws fails the run.
if (Reflect.get(globalThis, KEY) === undefined) {
  Reflect.set(globalThis, KEY, true)
  process.on('warning', (warning) => {
    if (warning.message.includes(TOLD)) throw warning
  })
}
