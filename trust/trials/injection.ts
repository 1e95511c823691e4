import { makePerson } from '#tests/factories.ts'
import { openSmtpPeer } from '#tests/smtp-peer.ts'
import { openTestPortal } from '#tests/test-portal.ts'
import { Calendars } from '../injection/calendars.ts'
import { Exports } from '../injection/exports.ts'
import { checkHeaders } from '../injection/headers.ts'
import { live } from '../injection/life.ts'
import { tellTheLog } from '../injection/log.ts'
import { Mails } from '../injection/mails.ts'
import { Receipts } from '../injection/receipts.ts'
import type { Scene } from '../injection/scene.ts'
import { hostileTexts } from '../requests/hostile.ts'
import type { Bench, Trial } from '../trial.ts'

/** What somebody who means no harm writes: it shows what a mail, a receipt, a calendar and an export may hold. */
const HARMLESS = 'A few plain words, كلمات, 字, 👩‍👩‍👧'
/** Texts that could run, end a line or leave a folder somewhere: those that are merely refused are others' business. */
const texts = hostileTexts.filter((text) => text.trim().length > 3 && text.length < 5000)

/** Hostile texts in every field that reaches somebody else, looked for wherever they arrive. */
export const injection: Trial = {
  name: 'injection',
  promise:
    'What somebody writes is text wherever it arrives: no element, header, formula, action, line or path.',
  run: async (bench) => {
    await throughLives(
      texts.filter((_, at) => at % bench.times(4, 1) === 0),
      bench,
    )
    await tellTheLog([HARMLESS, ...texts], bench)
  },
}

async function throughLives(chosen: readonly string[], bench: Bench): Promise<void> {
  const smtp = await openSmtpPeer()
  const t = await openTestPortal({ template: bench.template, env: { SMTP_URL: smtp.url } })
  try {
    const admin = await makePerson(t, { role: 'admin' })
    const reviewer = await makePerson(t, { role: 'reviewer' })
    const scene: Scene = { t, admin, reviewer, bench }
    const [mails, receipts, calendars, exports] = [
      new Mails(),
      new Receipts(),
      new Calendars(),
      new Exports(scene),
    ]
    const harmless = await live(HARMLESS, 0, scene)
    await t.drain()
    mails.learn(smtp.received.splice(0), bench)
    await receipts.learn(harmless.receipts, bench)
    calendars.learn(harmless.calendars, bench)
    await exports.learn()
    for (const [at, text] of chosen.entries()) {
      const arrived = await live(text, at + 1, scene)
      await t.drain()
      for (const mail of smtp.received.splice(0)) mails.check(mail, bench)
      for (const receipt of arrived.receipts) await receipts.check(receipt, bench)
      for (const calendar of arrived.calendars) calendars.check(calendar, bench)
      for (const headers of arrived.headers) checkHeaders(headers, bench)
    }
    await exports.check(chosen.length)
  } finally {
    await t.close()
    await smtp.close()
  }
}
