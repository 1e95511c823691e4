import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The program of a thread or a process of our own: where its source is, and how it is called in the bundle. */
export interface OwnProgram {
  source: URL
  built: string
}

/**
 * Starts a thread of our own. In the sources it is TypeScript and wants the loader; in the bundle it lies beside as
 * JavaScript, under the name that vite.server.config.ts gives it.
 */
export function startThread({ source, built }: OwnProgram, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL(`./${built}.js`, import.meta.url), options)
  }
  const [entry, from] = [fileURLToPath(source), import.meta.url].map((one) => JSON.stringify(one))
  const loader = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${entry}, ${from}))`
  return new Worker(loader, { ...options, eval: true })
}
