import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('npm start, the container and the unit of docs/deployment.md start the portal with the same options', () => {
  const container: string[] = JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '[]')
  const unit = /^ {4}ExecStart=\/usr\/bin\/(.+)$/m.exec(read('docs/deployment.md'))?.[1]
  expect([container.join(' '), unit]).toEqual([manifest.scripts.start, manifest.scripts.start])
})
