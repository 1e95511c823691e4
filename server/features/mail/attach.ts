import type { Attached } from '#shared/mail/states.ts'

/** A file that goes with a mail. */
interface AttachedFile {
  fileName: string
  mime: string
  bytes: Buffer
}

/** Makes what goes with a mail; undefined where there is no such thing any more. */
export type Attach = (attached: Attached) => Promise<AttachedFile | undefined>
