import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { placeInWords } from './place-in-words.ts'

const storage = {
  bucket: 'papers',
  prefix: 'lectern/',
  region: 'r',
  endpoint: undefined,
  credentials: undefined,
}

test('a place is told with the whole path of its folder', () => {
  expect(placeInWords({ databaseUrl: undefined, dataDir: './data', storage: undefined })).toBe(
    `the embedded database in ${resolve('data', 'database')}, files into ${resolve('data', 'files')}`,
  )
})

test.each([
  ['postgres://portal:very%2Fsecret@db.example:6543/lectern', 'database lectern on db.example:6543'],
  ['postgres://portal:very%2Fsecret@/lectern?host=/var/run/pg', 'database lectern on /var/run/pg:5432'],
])('of %s the password is not told', (databaseUrl, says) => {
  expect(placeInWords({ databaseUrl, dataDir: '/x', storage })).toBe(
    `PostgreSQL, ${says}, files into s3://papers/lectern/`,
  )
})
