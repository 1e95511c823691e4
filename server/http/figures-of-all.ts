import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** The first process asks all of its processes within 5 s. */
const LIMIT_MS = 6000

type Message = { kind: 'figures?'; id: string } | { kind: 'figures'; id: string; text: string | null }

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'kind' in message && 'id' in message

/** In the process that started the others: adds their figures up for whoever of them is asked. */
export function answerFigures(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message) || message.kind !== 'figures?') return
    const { id } = message
    const say = (text: string | null) =>
      void (worker.isConnected() && worker.send({ kind: 'figures', id, text }))
    all.clusterMetrics().then(say, () => say(null))
  })
}

/** The figures of this process alone or, where it is one of several, of all of them; its own where they do not answer. */
export function figuresOf(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries([registry])
  // Makes this process answer the first one's question.
  new AggregatorRegistry()
  return async () => (await askFirst()) ?? registry.metrics()
}

function askFirst(): Promise<string | null> {
  return new Promise((resolve) => {
    const id = randomUUID()
    const end = (text: string | null) => {
      clearTimeout(timer)
      process.off('message', listen)
      resolve(text)
    }
    const listen = (message: unknown) => {
      if (isMessage(message) && message.kind === 'figures' && message.id === id) end(message.text)
    }
    const timer = setTimeout(() => end(null), LIMIT_MS)
    process.on('message', listen)
    process.send?.({ kind: 'figures?', id })
  })
}
