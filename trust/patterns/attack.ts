import { performance } from 'node:perf_hooks'
import { createContext, Script } from 'node:vm'

/** What most classes of signs have one of. */
const COMMON = [' ', '\n', '\t', 'a', 'Z', '0', '_', '-', '.', ',', ';', '"', '<', '@', '/', '{', '\u00e9']
/** No pattern that is anchored at the end takes all of it. */
const TAIL = 'a\u0001\n'
/** More of a pattern's own signs say nothing new. */
const MOST_SIGNS = 26
const MOST_WORDS = 6

const context = createContext({})
const replace = new Script(`for (const text of texts) text.replace(pattern, '')`)

/**
 * Texts of about `length` signs made to let this pattern try again and again: each of its signs, and each two of them
 * in turn, repeated; and a letter and each word of it before a repeated sign.
 */
export function* attacksOn({ source }: RegExp, length: number): Generator<string> {
  const own = source.replaceAll(/\\[a-zA-Z]|\[|\]|\\/g, '').replaceAll(/\{\d+,?\d*\}/g, '')
  const signs = [...new Set([...COMMON, ...own.split('')])].slice(0, MOST_SIGNS)
  const words = (source.match(/[a-z]{3,}/gi) ?? []).slice(0, MOST_WORDS)
  for (const sign of signs) {
    yield sign.repeat(length) + TAIL
    yield `a${sign.repeat(length)}${TAIL}`
    for (const word of words) yield word + sign.repeat(length) + TAIL
    for (const other of signs) if (other !== sign) yield (sign + other).repeat(length / 2) + TAIL
  }
}

/** Milliseconds that the pattern takes for all of the texts; at most `limit`, after which it is stopped. */
export function timeOf(pattern: RegExp, texts: readonly string[], limit: number): number {
  context['texts'] = texts
  context['pattern'] = pattern
  const began = performance.now()
  try {
    replace.runInContext(context, { timeout: limit })
  } catch {
    return limit
  }
  return performance.now() - began
}
