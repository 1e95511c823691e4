import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

/**
 * `GET /api/me` by hand, in a process of its own: node:http, the token's proof, and one prepared statement for session
 * and person. Tells its port to the parent and ends with it. Started with the database's address and the proof's key.
 */
const [databaseUrl = '', key = ''] = process.argv.slice(2)
const secret = Buffer.from(key, 'base64url')
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const query = {
  name: 'me',
  text: `select u.id, u.name, u.email, u.role, u.is_staff, u.first_name, u.last_name, u.organization, u.phone, u.orcid
    from sessions s join users u on u.id = s.user_id
    where s.id = $1 and s.ended_at is null and s.expires_at > now() and u.disabled_at is null`,
}

const server = createServer((request, response) => {
  answer(request.headers.authorization ?? '').then(
    (body) => {
      response.writeHead(body === undefined ? 401 : 200, { 'content-type': 'application/json' })
      response.end(body)
    },
    () => response.writeHead(500).end(),
  )
})

async function answer(header: string): Promise<string | undefined> {
  const [head, payload = '', proof] = header.slice('Bearer '.length).split('.')
  if (createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url') !== proof)
    return undefined
  const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { sid: string }
  const { rows } = await pool.query({ ...query, values: [sid] })
  const [person] = rows
  return person === undefined ? undefined : JSON.stringify(person)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))
