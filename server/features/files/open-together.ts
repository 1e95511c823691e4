import { type FileHandle, open } from 'node:fs/promises'

/** A file that is open for reading. Each read says where, so that several may go on at once. */
export type OpenFile = Pick<FileHandle, 'read' | 'stat' | 'close'>

/** Somebody has a file open. */
interface Opened {
  file: Promise<OpenFile>
  readers: number
}

/**
 * Opens files for reading, each once for all who read it at the same time; it is closed when the last of them has closed it. For
 * files whose bytes never change.
 */
export function openTogether(
  openFile: (path: string) => Promise<OpenFile> = (path) => open(path, 'r'),
): (path: string) => Promise<OpenFile> {
  const opened = new Map<string, Opened>()
  return async (path) => {
    const one = opened.get(path) ?? { file: openFile(path), readers: 0 }
    opened.set(path, one)
    one.readers += 1
    // Who comes from then on opens it anew.
    const forget = () => void (opened.get(path) === one && opened.delete(path))
    const file = await one.file.catch((error: unknown) => {
      forget()
      throw error
    })
    return {
      read: file.read.bind(file),
      stat: file.stat.bind(file),
      close: async () => {
        one.readers -= 1
        if (one.readers > 0) return
        forget()
        await file.close()
      },
    }
  }
}
