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

const NOTE = '{"id", "content": {"title", "abstract"}}'
/** What a file of submissions holds, and a reviewer's file, in words. */
export const SUBMISSIONS_FORMAT = `{paperId: ${NOTE}}, or such notes as a list, or one a line`
export const ARCHIVE_FORMAT = `papers ${NOTE} as a list, or one a line`

/**
 * `{paperId: {id, content: {title, abstract}}}`, or such notes as a list, or one a line. Throws a plain sentence when it
 * cannot be read.
 */
export async function readSubmissions(path: string): Promise<Text[]> {
  const content = await read(path, SUBMISSIONS_FORMAT)
  const texts = isNotes(content) ? notesOf(content, path, SUBMISSIONS_FORMAT) : byIdOf(content, path)
  if (texts.length === 0) throw new Error(`${path} has no submission.`)
  if (texts.length > LIMITS.papers) throw new Error(`${path} has more than ${LIMITS.papers} submissions.`)
  return texts
}

function byIdOf(content: string, path: string): Text[] {
  const parsed = checked(submissionsFile, content, path, SUBMISSIONS_FORMAT)
  return Object.entries(parsed).map(([id, one]) => ({ id, ...one.content }))
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
function notesOf(content: string, path: string, expected: string): Text[] {
  const placed = content.trimStart().startsWith('[')
    ? checked(z.array(note), content, path, expected).map((one, at) => ({ one, place: `entry ${at + 1}` }))
    : content.split('\n').flatMap((line, at) => {
        const place = `line ${at + 1}`
        return line.trim() === '' ? [] : [{ one: checked(note, line, `${path}, ${place}`, expected), place }]
      })
  const places = new Map<string, string>()
  return placed.map(({ one: { id, content: own }, place }) => {
    const before = places.get(id)
    if (before !== undefined)
      throw new Error(`${path}, ${place} has the id “${id}” of ${before} again: expected each paper once.`)
    places.set(id, place)
    return { id, ...own }
  })
}

/**
 * A folder of `~ID.jsonl` or `~ID.json`, each with its papers as a list or one a line. Throws a plain sentence with file
 * and line when it cannot be read.
 */
export async function readArchives(folder: string): Promise<Owner[]> {
  const names = await readdir(folder).catch(() => {
    throw new Error(`${folder} is no folder that can be read: expected one with a file ~ID.jsonl a reviewer.`)
  })
  const files = names.filter((name) => ENDING.test(name)).sort((a, b) => (a < b ? -1 : 1))
  if (files.length === 0)
    throw new Error(`${folder} has no .jsonl or .json file: expected a file ~ID.jsonl a reviewer.`)
  if (files.length > LIMITS.reviewers) throw new Error(`${folder} has more than ${LIMITS.reviewers} files.`)
  const owners: Owner[] = []
  const fileOf = new Map<string, string>()
  let papers = 0
  for (const name of files) {
    const path = join(folder, name)
    const texts = notesOf(await read(path, ARCHIVE_FORMAT), path, ARCHIVE_FORMAT)
    papers += texts.length
    if (papers > LIMITS.papers) throw new Error(`${folder} has more than ${LIMITS.papers} papers.`)
    const id = reviewerOf(name)
    const other = fileOf.get(id)
    if (other !== undefined)
      throw new Error(`${folder} has ${other} and ${name}, both of reviewer ${id}: expected one file each.`)
    fileOf.set(id, name)
    owners.push({ id, texts })
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

async function read(path: string, expected: string): Promise<string> {
  const unreadable = new Error(`${path} is no file that can be read: expected ${expected}.`)
  const found = await stat(path).catch(() => null)
  if (found === null || !found.isFile()) throw unreadable
  if (found.size > LIMITS.fileBytes) throw new Error(`${path} is larger than ${LIMITS.fileBytes / 1e6} MB.`)
  const content = await readFile(path, 'utf8').catch(() => {
    throw unreadable
  })
  return content.replace(/^\ufeff/, '')
}

/** JSON of a shape. Throws a sentence with the place that does not fit, and with what was expected. */
function checked<T>(shape: z.ZodType<T>, text: string, where: string, expected: string): T {
  const parsed = shape.safeParse(parse(text, where, expected))
  if (parsed.success) return parsed.data
  const place = parsed.error.issues[0]?.path.join('.') ?? ''
  const at = place === '' ? '' : `, at “${place}”`
  throw new Error(`${where} does not fit${at}: expected ${expected}.`)
}

function parse(text: string, where: string, expected: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${where} is not JSON: expected ${expected}.`)
  }
}
