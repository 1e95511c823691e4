import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('npm start, the container and the unit of docs/deployment.md start the portal with the same options', () => {
  const container: string[] = JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '[]')
  const unit = /^ {4}ExecStart=\/usr\/bin\/(.+)$/m.exec(read('docs/deployment.md'))?.[1]
  expect([container.join(' '), unit]).toEqual([manifest.scripts.start, manifest.scripts.start])
})

test('what the unit of docs/deployment.md may write to is made by the steps before it: systemd starts nothing where it is not there', () => {
  const [steps = '', unit = ''] = read('docs/deployment.md').split('`/etc/systemd/system/lectern.service`:')
  const written = /^ {4}ReadWritePaths=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? []
  const made = [...steps.matchAll(/^ {4}install -d -o lectern .*?(\S+)$/gm)].map(([, path]) => path)
  expect(written).not.toEqual([])
  expect(made).toEqual(expect.arrayContaining(written))
})
