import { expect, test } from '@playwright/test'
import { startPortal } from '#tests/portal-process.ts'
import { openSmtpPeer } from '#tests/smtp-peer.ts'

/** The outbox of the built portal, killed as a crash would: nothing is lost, and nothing comes under two Message-IDs. */

const password = 'twelve grey elephants'
const register = async (url: string, email: string) => {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada Author', email, password }),
  })
  expect(answer.status).toBe(200)
}

test('mails that were being sent when the portal was killed are sent after the next start', async () => {
  const smtp = await openSmtpPeer()
  let portal = await startPortal({ SMTP_URL: smtp.url })
  try {
    await register(portal.url, 'first@north.example')
    await smtp.next(({ recipient }) => recipient === 'first@north.example')
    // From here on the server takes the message and thinks about its yes.
    const release = smtp.think()
    for (const name of ['second', 'third']) await register(portal.url, `${name}@north.example`)
    const seen = await smtp.next(({ recipient }) => recipient === 'second@north.example')
    await smtp.next(({ recipient }) => recipient === 'third@north.example')
    await portal.kill()
    release()
    smtp.received.length = 0

    portal = await startPortal({ SMTP_URL: smtp.url }, portal)
    const again = await smtp.next(({ recipient }) => recipient === 'second@north.example')
    await smtp.next(({ recipient }) => recipient === 'third@north.example')
    expect(again.messageId).toBe(seen.messageId)
    // One more mail of the new process comes after all that an earlier one left.
    await register(portal.url, 'fourth@north.example')
    await smtp.next(({ recipient }) => recipient === 'fourth@north.example')
    expect(smtp.received.map(({ recipient }) => recipient).sort()).toEqual([
      'fourth@north.example',
      'second@north.example',
      'third@north.example',
    ])
  } finally {
    await portal.close()
    await smtp.close()
  }
})

test('what was written while the mail server was away is sent by the next process', async () => {
  const smtp = await openSmtpPeer()
  // Away, and yet nobody else takes its port.
  smtp.breakOff('at once')
  let portal = await startPortal({ SMTP_URL: smtp.url })
  try {
    await register(portal.url, 'waiting@north.example')
    await portal.kill()
    smtp.breakOff(undefined)
    portal = await startPortal({ SMTP_URL: smtp.url }, portal)
    await smtp.next(({ recipient }) => recipient === 'waiting@north.example')
    expect(smtp.received.length).toBe(1)
  } finally {
    await portal.close()
    await smtp.close()
  }
})
