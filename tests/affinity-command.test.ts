import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-affinity-'))
  await mkdir(join(folder, 'archives'))
  await put('submissions.json', {
    one: { id: 'one', content: { title: 'Crack growth in welds', abstract: null, year: 2021 } },
    two: { id: 'two', content: { title: 'Soft robots', abstract: 'A gripper.' } },
  })
  await put('archives/~17.jsonl', { id: 'a', content: { title: 'Welds crack', abstract: 'Crack growth.' } })
  await put('archives/~Ada_Lang1.jsonl', { id: 'b', content: { title: 'Robots' } })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const put = (name: string, content: object | string) =>
  writeFile(join(folder, name), typeof content === 'string' ? content : `${JSON.stringify(content)}\n`)

function affinity(submissions: string, archives: string) {
  const args = ['--submissions', join(folder, submissions), '--archives', join(folder, archives)]
  const out = ['--out', join(folder, 'scores.json')]
  return run(process.execPath, ['--import', 'tsx', 'scripts/affinity.ts', ...args, ...out], {
    timeout: 60_000,
  })
}

test('reads submissions and archives and writes an affinity for every pair', async () => {
  await affinity('submissions.json', 'archives')
  expect(await readFile(join(folder, 'scores.json'), 'utf8')).toMatch(
    /^\{"17":\{"one":0\.\d+,"two":0\},"~Ada_Lang1":\{"one":0,"two":0\.\d+\}\}\n$/,
  )
})

test('reads the format of API 2 as that of API 1: texts in {value}, archives as lists, submissions line by line', async () => {
  await affinity('submissions.json', 'archives')
  const plain = await readFile(join(folder, 'scores.json'), 'utf8')
  await mkdir(join(folder, 'api2'))
  await put('api2/~17.json', [
    { id: 'a', content: { title: { value: 'Welds crack' }, abstract: { value: 'Crack growth.' } } },
  ])
  await put('api2/~Ada_Lang1.jsonl', [{ id: 'b', content: { title: ['Robots'], abstract: { value: null } } }])
  const notes = [
    { id: 'one', content: { title: { value: 'Crack growth in welds' }, abstract: {} } },
    { id: 'two', content: { title: { value: 'Soft robots' }, abstract: { value: 'A gripper.' } } },
  ]
  const asWritten: [string, object | string][] = [
    ['list.json', notes],
    ['lines.jsonl', notes.map((note) => JSON.stringify(note)).join('\n')],
    ['byId.json', Object.fromEntries(notes.map((note) => [note.id, note]))],
  ]
  for (const [name, content] of asWritten) {
    await put(name, content)
    await affinity(name, 'api2')
    expect([name, await readFile(join(folder, 'scores.json'), 'utf8')]).toEqual([name, plain])
  }
})

test('says in a sentence what cannot be read, and where', async () => {
  await mkdir(join(folder, 'broken'))
  await put('broken/~17.jsonl', '{"id":"a","content":{"title":"x"}}\n{"id":\n')
  await mkdir(join(folder, 'empty'))
  await put('odd.json', { one: { id: 3, content: { title: 'x' } } })
  const cases: [string, string, RegExp][] = [
    ['nowhere.json', 'archives', /^\S+nowhere\.json is no file that can be read\.\n$/],
    ['submissions.json', 'nowhere', /nowhere is no folder that can be read\.\n$/],
    ['submissions.json', 'empty', /empty has no \.jsonl or \.json file\.\n$/],
    ['submissions.json', 'broken', /~17\.jsonl, line 2 is not JSON\.\n$/],
    ['odd.json', 'archives', /odd\.json: ✖/],
  ]
  for (const [submissions, archives, words] of cases) {
    await expect(affinity(submissions, archives)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(words),
    })
  }
})
