import { readFile, writeFile } from 'node:fs/promises'

const README = new URL('./README.md', import.meta.url)

/** Puts what was measured between the marks of the README; the words around them are by hand. */
export async function writeBetween(mark: string, made: string): Promise<void> {
  const [from, to] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`]
  const readme = await readFile(README, 'utf8')
  const [before, rest] = readme.split(from, 2)
  const after = rest?.split(to, 2)[1]
  if (before === undefined || after === undefined) throw new Error(`bench/README.md has no ${from} … ${to}`)
  await writeFile(README, `${before}${from}\n${made}\n${to}${after}`)
}
