import { expect, test } from 'vitest'
import { forgotPassword } from '#shared/people/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal } from '#tests/test-portal.ts'

const TOKEN = 'the collector’s own token'
const shown = { authorization: `Basic ${Buffer.from(`any:${TOKEN}`).toString('base64')}` }

test('figures are told to whoever shows the token, by paths of the contract; to others there are none', async () => {
  const t = await openTestPortal({ env: { METRICS_TOKEN: TOKEN } })
  try {
    const ada = await makePerson(t, { role: 'author' })
    await t.app.http.inject({
      url: '/api/abstracts/A26-4711/overview',
      headers: { authorization: `Bearer ${ada.token}` },
    })
    await t.call(forgotPassword, { body: { email: ada.email } })
    await t.drain()
    for (const headers of [{}, { authorization: 'Bearer guessed' }, { authorization: `Bearer ${ada.token}` }])
      expect((await t.app.http.inject({ url: '/metrics', headers })).statusCode).toBe(404)
    const answer = await t.app.http.inject({ url: '/metrics', headers: shown })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines = answer.body.split('\n')
    expect(lines).toContain(
      'lectern_http_request_seconds_count{method="GET",path="/api/abstracts/:abstractId/overview",status="404"} 1',
    )
    expect(lines).toContain('lectern_mails{kind="kept"} 1')
    expect(lines.some((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds'))).toBe(true)
    for (const secret of ['4711', ada.email, ada.id, TOKEN]) expect(answer.body).not.toContain(secret)
  } finally {
    await t.close()
  }
})

test('without a token configured there is nothing to guess at', async () => {
  const t = await openTestPortal()
  try {
    expect((await t.app.http.inject({ url: '/metrics', headers: shown })).statusCode).toBe(404)
  } finally {
    await t.close()
  }
})
