import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'

/** What a portal in a test is made of. */
const COPIED = ['package.json', 'tsconfig.json', 'server', 'shared', 'tests', 'trust']

/** What builds a statement once, as the copy has it: what was built before a guard went would have it still. */
const BUILT_ANEW = `export const prepared = (_name, build) => (db) => build(db).prepare('')\n`

/** A condition on whose row it is, where it stands in the server's source. */
export interface Guard {
  /** Below `server/`. */
  file: string
  text: string
  /** Which of the same texts in that file, from 0. */
  nth: number
  /** For what is asked in the program instead of in a query: the answer where nobody asks. */
  instead?: boolean
}

export const nameOf = ({ file, text, nth }: Guard): string =>
  `${file}: ${text.replaceAll(/\s+/g, ' ')}${nth === 0 ? '' : ` (${nth + 1})`}`

/** A row’s owner held against a person who was not read with it. */
const OWNERS =
  /\beq\(\s*\w+\.(?:userId|authorId|reviewerId|madeBy)\s*,\s*(?:personOf\(\w+\)\.userId|(?:me\.|key\.)?(?:userId|reviewerId|authorId)|reader)\s*\)/g

/** Every condition of the server that holds a row’s owner against somebody. */
export function guardsInSource(): Guard[] {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.split(sep).join('/'))
    .sort()
    .flatMap((file) => {
      const seen = new Map<string, number>()
      return [...readFileSync(`server/${file}`, 'utf8').matchAll(OWNERS)].map(([text]) => {
        const nth = seen.get(text) ?? 0
        seen.set(text, nth + 1)
        return { file, text, nth }
      })
    })
}

/** A copy of the source in which one guard at a time can be taken away. */
export interface GuardedCopy<T> {
  /** The module as the copy has it. */
  module: T
  /** Takes one away, and gives back the one before. */
  takeAway: (guard: Guard | undefined) => void
  remove: () => Promise<void>
}

/** Makes one, and imports a module of it. */
export async function copyWithGuards<T>(path: string, guards: readonly Guard[]): Promise<GuardedCopy<T>> {
  const root = await mkdtemp(join(tmpdir(), 'lectern-guards-'))
  for (const name of COPIED) await cp(name, join(root, name), { recursive: true })
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  for (const file of new Set(guards.map((guard) => guard.file))) {
    const here = guards.filter((guard) => guard.file === file)
    const source = await readFile(join('server', file), 'utf8')
    await writeFile(join(root, 'server', file), guarded(source, here))
  }
  await writeFile(join(root, 'server/db/prepared.ts'), BUILT_ANEW)
  let away: string | undefined
  // The copies reach them by a name that they have not to import.
  Object.assign(globalThis, {
    lecternCondition: (name: string, condition: () => unknown) => ({
      getSQL: () => (away === name ? sql`true` : sql`${condition()}`),
    }),
    lecternVerdict: (name: string, verdict: () => boolean, instead: boolean) =>
      away === name ? instead : verdict(),
  })
  return {
    module: await import(pathToFileURL(join(root, path)).href),
    takeAway: (guard) => {
      away = guard && nameOf(guard)
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

/** A source in which each guard asks first whether it was taken away. */
function guarded(source: string, guards: readonly Guard[]): string {
  const places = guards.map((guard) => ({ guard, at: placeOf(source, guard) }))
  let text = source
  // From the end, so that the places before stay what they are.
  for (const { guard, at } of places.toSorted((a, b) => b.at - a.at)) {
    const name = JSON.stringify(nameOf(guard))
    const asked =
      guard.instead === undefined
        ? `lecternCondition(${name}, () => ${guard.text})`
        : `lecternVerdict(${name}, () => ${guard.text}, ${guard.instead})`
    text = text.slice(0, at) + asked + text.slice(at + guard.text.length)
  }
  return text
}

function placeOf(source: string, { file, text, nth }: Guard): number {
  let at = -1
  for (let found = 0; found <= nth; found += 1) {
    at = source.indexOf(text, at + 1)
    if (at === -1) throw new Error(`server/${file} does not hold “${text}” ${nth + 1} times`)
  }
  return at
}
