/** A stretch of text that stayed, went or came. */
export interface Stretch {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Texts that share next to nothing are not worth comparing word by word. */
const TIMEOUT_MS = 500

/**
 * What a text lost and gained on its way to another one, word by word; undefined where that would take too long. The
 * library comes when somebody compares.
 */
export async function wordChanges(before: string, after: string): Promise<Stretch[] | undefined> {
  const { diffWordsWithSpace } = await import('diff')
  const changes = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS })
  return changes?.map(({ value, added, removed }) => ({
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value,
  }))
}
