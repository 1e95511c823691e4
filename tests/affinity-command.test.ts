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

const command = (...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', 'scripts/affinity.ts', ...args], { timeout: 60_000 })

function affinity(submissions: string, archives: string, out = 'scores.json') {
  const read = ['--submissions', join(folder, submissions), '--archives', join(folder, archives)]
  return command(...read, '--out', join(folder, out))
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
  await put('text.json', '"a text"')
  await put('list.json', [{ id: 'one' }])
  await mkdir(join(folder, 'other'))
  await put('other/~17.jsonl', { id: 'a' })
  const cases: [string, string, RegExp][] = [
    ['nowhere.json', 'archives', /^\S+nowhere\.json is no file that can be read: expected {paperId: .*\.\n$/],
    [
      'submissions.json',
      'nowhere',
      /^\S+nowhere is no folder that can be read: expected .* ~ID\.jsonl .*\.\n$/,
    ],
    ['submissions.json', 'submissions.json', /^\S+submissions\.json is no folder that can be read: .*\.\n$/],
    ['submissions.json', 'empty', /^\S+empty has no \.jsonl or \.json file: expected .*\.\n$/],
    ['submissions.json', 'broken', /^\S+~17\.jsonl, line 2 is not JSON: expected papers .*\.\n$/],
    ['odd.json', 'archives', /^\S+odd\.json does not fit, at “one\.id”: expected {paperId: .*\.\n$/],
    ['text.json', 'archives', /^\S+text\.json does not fit: expected {paperId: .*\.\n$/],
    ['list.json', 'archives', /^\S+list\.json does not fit, at “0\.content”: expected {paperId: .*\.\n$/],
    [
      'submissions.json',
      'other',
      /^\S+~17\.jsonl, line 1 does not fit, at “content”: expected papers .*\.\n$/,
    ],
  ]
  for (const [submissions, archives, words] of cases) {
    await expect(affinity(submissions, archives)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(words),
    })
  }
})

test('two files of one reviewer, a paper twice, and an input to be written over are refused', async () => {
  const [one, two] = ['one', 'two'].map((id) => ({ id, content: { title: 'Welds' } }))
  await mkdir(join(folder, 'double'))
  await put('double/~17.json', [one ?? {}])
  await put('double/~17.jsonl', one ?? {})
  await mkdir(join(folder, 'again'))
  await put('again/~17.jsonl', [one, two, one].map((note) => JSON.stringify(note)).join('\n'))
  await put('again.json', [one, two, two])
  const cases: [string[], RegExp][] = [
    [['submissions.json', 'double'], /^\S+double has ~17\.json and ~17\.jsonl, both of reviewer 17: .*\.\n$/],
    [['submissions.json', 'again'], /^\S+~17\.jsonl, line 3 has the id “one” of line 1 again: .*\.\n$/],
    [['again.json', 'archives'], /^\S+again\.json, entry 3 has the id “two” of entry 2 again: .*\.\n$/],
    [
      ['submissions.json', 'archives', 'submissions.json'],
      /^\S+submissions\.json is one of the files that are read: .*\n$/,
    ],
    [
      ['submissions.json', 'archives', 'archives/~17.jsonl'],
      /^\S+~17\.jsonl is one of the files that are read: .*\n$/,
    ],
  ]
  for (const [[submissions = '', archives = '', out], words] of cases) {
    await expect(affinity(submissions, archives, out)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(words),
    })
  }
})

test('a byte order mark is no part of a file, and one is said as one', async () => {
  await mkdir(join(folder, 'marked'))
  await put('marked/~17.jsonl', `\ufeff${JSON.stringify({ id: 'a', content: { title: 'Welds' } })}`)
  await put('marked.json', `\ufeff${JSON.stringify([{ id: 'one', content: { title: 'Welds' } }])}`)
  const { stdout } = await affinity('marked.json', 'marked')
  expect(stdout).toBe(`1 reviewer and 1 submission: ${join(folder, 'scores.json')}\n`)
})

test('scores that have no place are refused before they are reckoned', async () => {
  for (const out of ['nowhere/scores.json', 'archives']) {
    await expect(affinity('submissions.json', 'archives', out)).rejects.toMatchObject({
      code: 1,
      stderr: `${join(folder, out)} cannot be written: expected a file in a folder that is there.\n`,
    })
  }
})

test('--help tells usage and formats; who calls it wrongly is told what is wrong, with the usage', async () => {
  for (const option of ['--help', '-h']) {
    const { stdout, stderr } = await command(option)
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^Usage: npm run affinity -- --submissions .*\n\n/)
    for (const format of [
      '{paperId: {"id", "content": {"title", "abstract"}}}',
      '~ID.jsonl',
      '{reviewerId: {paperId: affinity}}',
    ])
      expect(stdout).toContain(format)
  }
  const cases: [string[], RegExp][] = [
    [[], /^Lacking: --submissions, --archives, --out\.\n/],
    [['--submissions', 'a.json', '--out', 'b.json'], /^Lacking: --archives\.\n/],
    [['--archive', 'DIR'], /^Unknown option '--archive'/],
    [['submissions.json'], /^Unexpected argument 'submissions\.json'/],
  ]
  for (const [args, words] of cases) {
    await expect(command(...args)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(words),
      stdout: '',
    })
    await expect(command(...args)).rejects.toMatchObject({
      stderr: expect.stringMatching(/\nUsage: npm run affinity .*\n$/),
    })
  }
})
