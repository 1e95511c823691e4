import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/api.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { openApiDocument } from './openapi.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const read = (url: string) => t.app.http.inject({ method: 'GET', url })

test.each(['/api/openapi.json', '/api/docs/json'])(
  '%s is the contract of every call, each time it is asked for',
  async (url) => {
    const document = JSON.parse(JSON.stringify(openApiDocument()))
    const operations = Object.values<object>(document.paths).flatMap((path) => Object.keys(path))
    expect(operations.length).toBe(Object.keys(api).length)
    for (let time = 0; time < 2; time += 1) expect((await read(url)).json()).toEqual(document)
  },
)

test('the same is there as YAML', async () => {
  const { statusCode, body } = await read('/api/docs/yaml')
  expect(statusCode).toBe(200)
  for (const { path } of Object.values(api)) expect(body).toContain(`${path}:`)
})
