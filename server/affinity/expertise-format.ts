import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Text } from './terms.ts'
import type { Owner } from './vectors.ts'

/** The most that is read, each refused with its name: a mistaken folder must not fill the memory. */
const LIMITS = { fileBytes: 200_000_000, papers: 200_000, reviewers: 20_000 } as const

/**
 * OpenReview's expertise format, as its API 1 and API 2 write it: a text is plain, or stands in `{value}`; it may be null,
 * a list of one, or missing. Other fields are left alone.
 */
const plain = z
  .union([z.string(), z.tuple([z.string()]), z.tuple([])])
  .nullish()
  .transform((text) => (typeof text === 'string' ? text : (text?.[0] ?? '')))
const words = z.union([z.object({ value: plain }).transform(({ value }) => value), plain])
const note = z.object({ id: z.string().min(1), content: z.object({ title: words, abstract: words }) })
const submissionsFile = z.record(z.string(), note)

/**
 * `{paperId: {id, content: {title, abstract}}}`, or such notes as a list, or one a line. Throws a plain sentence when it
 * cannot be read.
 */
export async function readSubmissions(path: string): Promise<Text[]> {
  const content = await read(path)
  const texts = isNotes(content) ? notesOf(content, path) : byIdOf(content, path)
  if (texts.length === 0) throw new Error(`${path} has no submission.`)
  if (texts.length > LIMITS.papers) throw new Error(`${path} has more than ${LIMITS.papers} submissions.`)
  return texts
}

function byIdOf(content: string, path: string): Text[] {
  const parsed = submissionsFile.safeParse(parse(content, path))
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`)
  return Object.entries(parsed.data).map(([id, one]) => ({ id, ...one.content }))
}

/** Whether a text is a list of notes, or notes line by line, rather than notes by their ids. */
function isNotes(content: string): boolean {
  if (content.trimStart().startsWith('[')) return true
  try {
    const [first = ''] = content.trimStart().split('\n', 1)
    return note.safeParse(JSON.parse(first)).success
  } catch {
    return false
  }
}

/** Notes as a list, or one a line. */
function notesOf(content: string, path: string): Text[] {
  if (content.trimStart().startsWith('[')) {
    const parsed = z.array(note).safeParse(parse(content, path))
    if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`)
    return parsed.data.map(({ id, content: own }) => ({ id, ...own }))
  }
  return content
    .split('\n')
    .flatMap((line, place) => (line.trim() === '' ? [] : [lineOf(line, `${path}, line ${place + 1}`)]))
}

/** A folder of `~ID.jsonl` or `~ID.json`, each with its papers as a list or one a line. Throws a plain sentence with file and line when it cannot be read. */
export async function readArchives(folder: string): Promise<Owner[]> {
  const names = await readdir(folder).catch(() => {
    throw new Error(`${folder} is no folder that can be read.`)
  })
  const files = names.filter((name) => ENDING.test(name)).sort((a, b) => (a < b ? -1 : 1))
  if (files.length === 0) throw new Error(`${folder} has no .jsonl or .json file.`)
  if (files.length > LIMITS.reviewers) throw new Error(`${folder} has more than ${LIMITS.reviewers} files.`)
  const owners: Owner[] = []
  let papers = 0
  for (const name of files) {
    const path = join(folder, name)
    const texts = notesOf(await read(path), path)
    papers += texts.length
    if (papers > LIMITS.papers) throw new Error(`${folder} has more than ${LIMITS.papers} papers.`)
    owners.push({ id: reviewerOf(name), texts })
  }
  return owners
}

const ENDING = /\.jsonl?$/

/**
 * The reviewer a file is of. The tilde belongs to the name of a profile (`~Rita_Novak1`) and only marks the file of
 * any other id (`~1737249`).
 */
function reviewerOf(file: string): string {
  const name = file.replace(ENDING, '')
  return /^~\p{L}.*\d$/u.test(name) ? name : name.replace(/^~/, '')
}

function lineOf(line: string, where: string): Text {
  const parsed = note.safeParse(parse(line, where))
  if (!parsed.success) throw new Error(`${where}: ${z.prettifyError(parsed.error)}`)
  return { id: parsed.data.id, ...parsed.data.content }
}

async function read(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  if (found === null || !found.isFile()) throw new Error(`${path} is no file that can be read.`)
  if (found.size > LIMITS.fileBytes) throw new Error(`${path} is larger than ${LIMITS.fileBytes / 1e6} MB.`)
  return await readFile(path, 'utf8')
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${where} is not JSON.`)
  }
}
