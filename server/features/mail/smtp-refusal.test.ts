import { expect, test } from 'vitest'
import { answerLine, isRefusedForGood, wordsOf } from './smtp-refusal.ts'

const refused = (facts: object) => Object.assign(new Error('refused'), facts)

test('only what the server says for good of the recipient or the message ends the trying', () => {
  const verdicts: [object, boolean][] = [
    [{ command: 'RCPT TO', responseCode: 550 }, true],
    [{ command: 'DATA', responseCode: 554 }, true],
    [{ command: 'RCPT TO', responseCode: 451 }, false],
    [{ command: 'DATA', responseCode: 421 }, false],
    // Of the sender, the log-in or the encryption: the organisers can mend that while the mail waits.
    [{ command: 'MAIL FROM', responseCode: 550 }, false],
    [{ command: 'RCPT TO', responseCode: 530 }, false],
    [{ command: 'AUTH PLAIN', responseCode: 535 }, false],
    // Not a server's answer at all.
    [{ command: 'CONN', code: 'ETIMEDOUT' }, false],
    [{ command: 'API', code: 'EENVELOPE' }, true],
    [{}, false],
  ]
  expect(verdicts.map(([facts]) => isRefusedForGood(refused(facts)))).toEqual(
    verdicts.map(([, verdict]) => verdict),
  )
  expect(isRefusedForGood('550 a thrown word')).toBe(false)
})

test('the server’s words are kept on one line, bounded, and without what cannot be stored', () => {
  expect(wordsOf(refused({ response: '550-No such\r\n550 person\u0000 here' }))).toBe(
    '550-No such 550 person here',
  )
  expect(wordsOf(new Error('connect ECONNREFUSED'))).toBe('connect ECONNREFUSED')
  expect(wordsOf('odd')).toBe('odd')
  expect(answerLine('x'.repeat(5000))).toHaveLength(1000)
})
