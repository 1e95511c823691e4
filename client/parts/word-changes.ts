/** A stretch of text that stayed, went or came. */
export interface Stretch {
  kind: 'same' | 'gone' | 'new'
  text: string
}

const TIMEOUT_MS = 500
/** Of the shorter text's letters: texts that share less are two texts, and their words in turn say nothing. */
const LEAST_SHARED = 0.4

/**
 * What a text lost and gained on its way to another one, word by word; undefined where that would take too long, or where
 * they have too little in common. The library comes when somebody compares.
 */
export async function wordChanges(before: string, after: string): Promise<Stretch[] | undefined> {
  const { diffWordsWithSpace } = await import('diff')
  const changes = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS })
  const stretches = changes?.map(
    ({ value, added, removed }): Stretch => ({
      kind: added ? 'new' : removed ? 'gone' : 'same',
      text: value,
    }),
  )
  const shared = stretches?.filter(({ kind }) => kind === 'same').map(({ text }) => text) ?? []
  const shorter = Math.min(lettersOf(before), lettersOf(after))
  return lettersOf(shared.join('')) < LEAST_SHARED * shorter ? undefined : stretches
}

const lettersOf = (text: string) => text.replaceAll(/\s/g, '').length
