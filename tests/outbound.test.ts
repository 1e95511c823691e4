import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folders = ['server', 'shared']

/** Our own code as it runs, by path. */
async function sources(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const folder of folders) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
      const path = join(folder, name)
      found.set(path, await readFile(path, 'utf8'))
    }
  }
  return found
}

const code = await sources()
const where = (pattern: RegExp) => [...code].filter(([, text]) => pattern.test(text)).map(([path]) => path)

test('only what the configuration names is talked to: database, mail server, mailbox, bucket, virus scanner', () => {
  expect(code.size).toBeGreaterThan(300)
  // Whatever could open a line to somewhere; a new place needs its reason here and its row in docs/asvs.md (SSRF).
  const opens =
    /\bfetch\(|\bimport (?!type\b)[^'"]*['"](node:)?(https?|http2|net|tls|dgram|dns)['"]|new (pg\.)?(Pool|Client|S3Client|ImapFlow)\(|createTransport\(/
  expect(where(opens).toSorted()).toEqual([
    // The backup's local socket.
    'server/backup/backup-socket.ts',
    // Says which database it would be; it does not connect.
    'server/backup/place-in-words.ts',
    // DATABASE_URL
    'server/db/open.ts',
    // STORAGE_URL
    'server/features/files/s3-store.ts',
    // CLAMD_URL
    'server/features/files/virus-scanner.ts',
    // BOUNCE_MAILBOX_URL
    'server/features/mail/bounce-mailbox.ts',
    // SMTP_URL
    'server/features/mail/transport.ts',
  ])
})

test('no shell is started, and of programs only our own that read what came from outside', () => {
  expect(where(/['"](node:)?child_process['"]/)).toEqual(['server/core/own-process.ts'])
  expect(where(/(?<![.\w])(exec|execSync|execFile|execFileSync|spawnSync)\(|shell:\s*true/)).toEqual([])
})

test('all chance is of the cryptographic kind', () => {
  expect(where(/Math\.random|pseudoRandomBytes/)).toEqual([])
})

test('certificates of others are always verified', () => {
  expect(where(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|ignoreTLS/)).toEqual([])
})
