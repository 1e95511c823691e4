import { openS3Peer } from '#tests/s3-peer.ts'

/** The tests' S3 server in a process of its own, which tells its port to the parent and ends with it. */
const { place, close } = await openS3Peer()
process.send?.(Number(new URL(place.endpoint ?? '').port))
process.on('disconnect', () => void close().finally(() => process.exit(0)))
