import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { settingsOf } from './load-settings.ts'

/**
 * Topics as chosen, each once, in the order of the settings; one that the settings lost meanwhile stays with whom has it
 * (`kept`). Refuses 422 a topic that the conference does not have.
 */
export async function knownTopics(
  ctx: Ctx,
  kept: readonly string[],
  wanted: readonly string[],
): Promise<string[]> {
  const known = new Set([...(await settingsOf(ctx.tx)).topics, ...kept])
  const unknown = wanted.find((topic) => !known.has(topic))
  if (unknown !== undefined) {
    const message = `“${unknown}” is not among the conference’s topics.`
    throw new AppError('invalid', message, [{ field: 'topics', message }])
  }
  return [...known].filter((topic) => wanted.includes(topic))
}
