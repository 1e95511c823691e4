import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

test('files are kept below the data folder where nothing else is said', () => {
  expect(readConfig({}).storage).toBeUndefined()
  expect(readConfig({ STORAGE_URL: '', ...keys }).storage).toBeUndefined()
})

test.each([
  [
    's3://papers?endpoint=https://s3.example.org&region=eu-1',
    { bucket: 'papers', prefix: '', endpoint: 'https://s3.example.org', region: 'eu-1' },
  ],
  ['s3://papers?region=eu-1', { bucket: 'papers', prefix: '', endpoint: undefined, region: 'eu-1' }],
  [
    's3://papers/2026/main/?endpoint=http://127.0.0.1:9000',
    { bucket: 'papers', prefix: '2026/main/', endpoint: 'http://127.0.0.1:9000', region: 'us-east-1' },
  ],
])('%s is a bucket', (url, place) => {
  expect(readConfig({ STORAGE_URL: url }).storage).toEqual({ ...place, credentials: undefined })
  expect(readConfig({ STORAGE_URL: url, ...keys }).storage).toEqual({
    ...place,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  })
})

test.each([
  ['/mnt/files', 'must be s3://bucket?endpoint=…&region=…'],
  ['https://s3.example.org/papers', 'must be s3://bucket?endpoint=…&region=…'],
  ['s3://papers', 'must name a region or an endpoint'],
  ['s3://P?region=eu-1', 'must name a bucket: s3://bucket?region=…'],
  ['s3://papers?endpoint=ftp://s3.example.org', 'endpoint must be https://host'],
  [
    's3://id:secret@papers?region=eu-1',
    'holds a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead',
  ],
])('%s is refused', (STORAGE_URL, why) => {
  expect(() => readConfig({ STORAGE_URL })).toThrow(`The configuration is not right:\n  STORAGE_URL: ${why}`)
})

test('a port that the system chooses needs an address to be found at', () => {
  expect(() => readConfig({ PORT: '0' })).toThrow(
    'The configuration is not right:\n  PORT: 0 lets the system choose, so that PUBLIC_URL must say where the portal is found',
  )
  const { port, publicUrl } = readConfig({ PORT: '0', PUBLIC_URL: 'https://papers.example.org/' })
  expect([port, publicUrl]).toEqual([0, 'https://papers.example.org'])
})

test('an address of a database that a password breaks is refused with what to do; every kind that works is taken', () => {
  for (const url of ['postgres://lectern:a/b@database/lectern', 'postgres://lectern:a#b@database/lectern'])
    expect(() => readConfig({ DATABASE_URL: url })).toThrow('PGPASSWORD')
  for (const url of [
    'postgres://lectern@database/lectern',
    'postgresql://lectern:a%2Fb@database:5433/lectern?sslmode=require',
    'postgres:///lectern?host=/var/run/postgresql',
    'postgres://lectern@/lectern?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpostgresql/lectern',
  ])
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test.each([
  ['PUBLIC_URL', 'https://example.org/papers', 'must be https://host, without a path'],
  ['PUBLIC_URL', 'https://user@example.org', 'must be https://host, without a path'],
  ['SMTP_URL', 'smtp://user:pa#ss@mail.example.org:587', 'cannot be read: write in its password / as %2F'],
  ['TRUST_PROXY', 'proxy', 'must be addresses'],
  ['TRUST_PROXY', '127.0.0.1,', 'must be addresses'],
  ['TRUST_PROXY', '10.0.0.0/33', 'must be addresses'],
])('%s=%s is refused by its name, with what to do', (name, value, why) => {
  expect(() => readConfig({ [name]: value })).toThrow(`The configuration is not right:\n  ${name}: ${why}`)
})

test('addresses, nets and the names of nets are proxies; an address with a port or a slash is where the portal is', () => {
  const proxies = '127.0.0.1, 172.16.0.0/12,fd00::/8, ::1, loopback'
  expect(readConfig({ TRUST_PROXY: proxies }).trustProxy).toEqual([
    '127.0.0.1',
    '172.16.0.0/12',
    'fd00::/8',
    '::1',
    'loopback',
  ])
  expect(readConfig({ TRUST_PROXY: '' }).trustProxy).toBe(false)
  for (const at of ['https://papers.example.org', 'http://localhost:3000', 'http://[::1]:3000'])
    expect(readConfig({ PUBLIC_URL: `${at}/` }).publicUrl).toBe(at)
  const smtpUrl = 'smtp://user:pa%23ss@mail.example.org:587'
  expect(readConfig({ SMTP_URL: smtpUrl }).smtpUrl).toBe(smtpUrl)
})
