import { parse as parseBibtex } from '@retorquere/bibtex-parser'
import { parse as parseCsv } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { unzip } from '#tests/unzip.ts'
import { checkHeaders } from './headers.ts'
import { Known, type Scene } from './scene.ts'

const tables = [
  'abstracts',
  'papers',
  'reviews',
  'payments',
  'people',
  'assignments',
  'reviewers',
  'activity',
] as const

/** Exports as an organiser gets them; what their JSON and BibTeX hold while all is harmless is learned first. */
export class Exports {
  private readonly keys = new Known()

  private readonly scene: Scene

  constructor(scene: Scene) {
    this.scene = scene
  }

  /** Keys of JSON, fields of BibTeX: what everybody writes never makes one. */
  async learn(): Promise<void> {
    for (const table of tables) this.keys.learn(keysIn(await this.json(table), table))
    const { fields } = await this.bibliography()
    this.keys.learn(fields)
    this.scene.bench.tried(this.keys.size < 50 ? 'the harmless exports hold nothing' : undefined)
  }

  /** `lives` tells how many rows each table must have at the least. */
  async check(lives: number): Promise<void> {
    const { tried } = this.scene.bench
    for (const table of tables) {
      const rows: string[][] = parseCsv(await this.read(`${table}.csv`), { bom: true })
      const formulas = rows
        .flat()
        .filter((cell) => /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell) && !/^[+-]?[\d.]+$/.test(cell))
      tried(formulas.length > 0 ? `${table}.csv: ${formulas[0]}` : undefined)
      const least = table === 'reviewers' ? 1 : lives / 2
      tried(rows.length <= least ? `${table}.csv has ${rows.length} rows` : undefined)
      const sheet = (await readXlsx(await this.read(`${table}.xlsx`))).sheets[0]
      const cells = [...(sheet?.cells?.values() ?? [])]
      tried(cells.some(({ formula }) => formula !== undefined) ? `${table}.xlsx holds a formula` : undefined)
      const strange = this.keys.strange(keysIn(await this.json(table), table))
      tried(strange && `${table}.json holds ${strange}`)
    }
    await this.checkPapers()
  }

  private async checkPapers(): Promise<void> {
    const { tried } = this.scene.bench
    const { errors, ids, fields } = await this.bibliography()
    const papers = Object(await this.json('papers')).items.map(({ paperId }: { paperId: string }) => paperId)
    const isWhole = errors.length === 0 && String(ids.sort()) === String(papers.sort())
    tried(isWhole ? undefined : `papers.bib: ${errors[0] ?? `${ids.join()} instead of ${papers.join()}`}`)
    const strange = this.keys.strange(fields)
    tried(strange && `papers.bib holds ${strange}`)
    const names = [...(await unzip(await this.read('papers.zip'))).keys()]
    const astray = names.filter((name) => !papers.includes(name.replace(/\.pdf$/, '')))
    tried(astray.length > 0 || names.length === 0 ? `papers.zip: ${astray[0] ?? 'it is empty'}` : undefined)
  }

  private async read(name: string): Promise<Buffer> {
    const { t, admin, bench } = this.scene
    const url = `/api/admin/export/${name}`
    const answer = await t.app.http.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })
    bench.tried(answer.statusCode === 200 ? undefined : `${name}: ${answer.statusCode}`)
    checkHeaders(answer.headers, bench)
    return answer.rawPayload
  }

  private async json(table: string): Promise<unknown> {
    return JSON.parse((await this.read(`${table}.json`)).toString('utf8'))
  }

  private async bibliography() {
    const text = (await this.read('papers.bib')).toString('utf8')
    const { errors, entries, comments, strings, preamble } = parseBibtex(text)
    return {
      errors: [...errors.map(({ error }) => error), ...comments, ...Object.keys(strings), ...preamble],
      ids: entries.map(({ key }) => key),
      fields: entries.flatMap(({ type, fields }) => Object.keys(fields).map((field) => `${type} ${field}`)),
    }
  }
}

/** Every key of every object in it, with the way to it. */
function keysIn(value: unknown, way: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => keysIn(one, way))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [`${way}.${key}`, ...keysIn(one, `${way}.${key}`)])
}
