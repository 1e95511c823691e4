import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'

/** The client built with the maintenance switch and what else is given, in a folder of its own while it is looked at. */
export async function withMaintenanceBuild<T>(
  env: Record<string, string>,
  look: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-maintenance-'))
  const given = { VITE_MAINTENANCE: 'on', ...env }
  Object.assign(process.env, given)
  try {
    await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
  } finally {
    for (const name of Object.keys(given)) delete process.env[name]
  }
  try {
    return await look(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

/** Gives a page that build's files in place of the portal's, as long as it is open. */
export async function underMaintenance(page: Page): Promise<void> {
  const files = new Map<string, Buffer>()
  await withMaintenanceBuild({ VITE_CONFERENCE_URL: 'https://conference.example/' }, async (folder) => {
    for (const name of await readdir(folder, { recursive: true }))
      if (extname(name) in types) files.set(`/${name}`, await readFile(join(folder, name)))
  })
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    const name = files.has(pathname) ? pathname : '/index.html'
    return route.fulfill({ body: files.get(name) ?? '', contentType: types[extname(name)] ?? '' })
  })
}
