import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const UNUSED = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/

/**
 * Leaves zod's writer of JSON schemas out of the client, where nothing calls it (the server's interface description
 * does): 33 KB that no bundler can see are unused, because every schema carries a method that names them. Each name
 * stays, and throws when it is called.
 */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!UNUSED.test(id)) return null
      const names = (await readFile(id, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm)
      const absent = 'const absent = () => { throw new Error("JSON schemas are not written in the browser") }'
      // A maker is called while schemas are built; what it makes is not.
      const of = (name: string) => (name.startsWith('create') ? '() => absent' : 'absent')
      return [absent, ...[...names].map(([, name = '']) => `export const ${name} = ${of(name)}`)].join('\n')
    },
  }
}
