import { words } from './words.ts'

const types = ['image/png', 'image/jpeg', 'image/jpg', 'image/webp']
const MAX_BYTES = 5 * 1024 * 1024

/** What is wrong with a picture before it is sent, if anything (portal.md §5 "Avatar"). The server looks inside. */
export function avatarProblem(file: { type: string; size: number }): string | undefined {
  if (!types.includes(file.type)) return words.avatar.wrongType
  return file.size > MAX_BYTES ? words.avatar.tooLarge : undefined
}
