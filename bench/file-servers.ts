import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#tests/portal-process.ts'
import type { StampedPdf } from './stamped-pdf.ts'
import { startServer } from './yardsticks.ts'

/** Serves one file, parts of it too. */
export interface FileServer {
  name: string
  url: string
  close: () => void
}

const NGINX = '/usr/sbin/nginx'
const READY_MS = 5000

/** nginx over one file where it is installed, else the bare file server of node:http; in a process of its own either way. */
export async function fileServer(pdf: StampedPdf, folder: string): Promise<FileServer> {
  const path = join(folder, 'file.pdf')
  await writeFile(path, Buffer.concat(pdf.next()))
  if (existsSync(NGINX)) return startNginx(folder)
  const { url, close } = await startServer('./file-server.ts', [path])
  return { name: 'bare node:http file server', url: `${url}/file.pdf`, close }
}

/**
 * As Debian sets it up, a worker for each core and the file sent by the system, but for tcp_nopush: on the loopback an answer of 64 KiB then
 * waits 40 ms for its last packet.
 */
async function startNginx(folder: string): Promise<FileServer> {
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/nginx-${kind};`)
    .join(' ')
  const config = `
    daemon off; pid ${folder}/nginx.pid; worker_processes auto; error_log ${folder}/nginx.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 768; }
    http {
      sendfile on; access_log off; types { application/pdf pdf; } ${temporary}
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }`
  const path = join(folder, 'nginx.conf')
  await writeFile(path, config)
  const child = spawn(NGINX, ['-c', path, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}/file.pdf`
  const close = () => void child.kill('SIGTERM')
  const until = performance.now() + READY_MS
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() > until) {
      close()
      throw new Error('nginx does not start')
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { name: 'nginx', url, close }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )
