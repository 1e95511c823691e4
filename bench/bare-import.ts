import { PGlite } from '@electric-sql/pglite'
import { parse } from 'csv-parse/sync'
import pg from 'pg'

const AT_ONCE = 500

/** Milliseconds in which a CSV is parsed and its rows are written, as text, to a table without an index. */
export async function bareImport(csv: string, databaseUrl: string | undefined): Promise<number> {
  const bare = databaseUrl === undefined ? await bareLite() : await barePostgres(databaseUrl)
  try {
    await bare.query('create temporary table bare (cells jsonb)', [])
    const began = performance.now()
    const rows = parse(csv, { delimiter: ';' })
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = JSON.stringify(rows.slice(from, from + AT_ONCE))
      await bare.query('insert into bare select * from jsonb_array_elements($1::jsonb)', [some])
    }
    return performance.now() - began
  } finally {
    await bare.close()
  }
}

interface Bare {
  query: (text: string, values: unknown[]) => Promise<unknown>
  close: () => Promise<unknown>
}

async function bareLite(): Promise<Bare> {
  const client = await PGlite.create()
  return { query: (text, values) => client.query(text, values), close: () => client.close() }
}

async function barePostgres(url: string): Promise<Bare> {
  const client = new pg.Client(url)
  await client.connect()
  return { query: (text, values) => client.query(text, values), close: () => client.end() }
}
