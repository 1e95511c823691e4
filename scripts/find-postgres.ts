import { connect } from 'node:net'

/** TEST_DATABASE_URL, else DATABASE_URL's server (the tests make databases of their own), else a local server on 5432 that lets us in. */
export async function findPostgres(): Promise<string | undefined> {
  const given = process.env['TEST_DATABASE_URL'] || process.env['DATABASE_URL']
  if (given) return given
  const local = 'postgres://postgres@127.0.0.1:5432/postgres'
  return (await listens(5432)) && (await letsIn(local)) ? local : undefined
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2000 })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}

async function letsIn(url: string): Promise<boolean> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
