/** A LIKE pattern for texts that contain what was typed; its own wildcards are taken literally. */
export function containing(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`
}
