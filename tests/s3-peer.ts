import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Place } from '#server/core/config.ts'

/** An S3 server of its own on a port the system chooses, with one empty bucket. */
export async function openS3Peer(
  prefix = '',
): Promise<{ place: S3Place; url: string; close: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'papers', configs: [] }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    place: {
      bucket: 'papers',
      prefix,
      region: 'us-east-1',
      endpoint,
      // What this server knows.
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    url: `s3://papers/${prefix}?endpoint=${endpoint}`,
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
