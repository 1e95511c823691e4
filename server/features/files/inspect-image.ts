import { open } from 'node:fs/promises'
import { disableTypes, imageSize, types } from 'image-size'
import { AppError } from '#server/core/app-error.ts'

// The library knows twenty formats more; what is not asked of it cannot go wrong.
disableTypes(types.filter((type) => !['png', 'jpg', 'webp'].includes(type)))

const mimeOf: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }
/** Enough for any camera; a small file that unpacks to more is an attack on whoever shows it. */
const PIXELS_MAX = 40_000_000
/** Dimensions stand behind colour profiles and camera data, which rarely fill this. */
const HEAD_BYTES = 512 * 1024

/** Recognises PNG, JPEG and WEBP by what they hold and gives the type. Throws AppError `not_an_image`. */
export async function inspectImage(path: string): Promise<string> {
  const refusal = new AppError('not_an_image', 'Please choose a PNG/JPG/WEBP image.')
  const found = sizeOf(await headOf(path))
  const mime = mimeOf[found?.type ?? '']
  if (found === undefined || mime === undefined) throw refusal
  if (found.width < 1 || found.height < 1) throw refusal
  if (found.width * found.height > PIXELS_MAX) {
    throw new AppError('not_an_image', 'The image has too many pixels; 40 million are the most.')
  }
  return mime
}

function sizeOf(head: Uint8Array) {
  try {
    return imageSize(head)
  } catch {
    return undefined
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
