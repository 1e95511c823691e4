import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread of our own. In the sources it is TypeScript and wants the loader; in the bundle it lies beside as
 * JavaScript, under the name that vite.server.config.ts gives it.
 */
export function startThread(source: URL, bundled: string, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL(`./${bundled}.js`, import.meta.url), options)
  }
  const [entry, from] = [fileURLToPath(source), import.meta.url].map((one) => JSON.stringify(one))
  const loader = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${entry}, ${from}))`
  return new Worker(loader, { ...options, eval: true })
}
