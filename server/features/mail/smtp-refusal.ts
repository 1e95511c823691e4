import { oneLine } from './letter.ts'

const WORDS_MAX = 1000

/**
 * Whether trying again would change nothing: a 5xx answer about the recipient or the message (RFC 5321 §4.2.1), or an
 * address that cannot be written down. What the server says of us (sender, log-in: RFC 4954 §6) can be mended by the
 * organisers while the mail waits.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const command = 'command' in error ? error.command : undefined
  if (command === 'API') return 'code' in error && error.code === 'EENVELOPE'
  const code = 'responseCode' in error ? error.responseCode : undefined
  if (typeof code !== 'number' || code < 500 || (code >= 530 && code < 540)) return false
  return command === 'RCPT TO' || command === 'DATA'
}

/** The server's own words where it said any, else the fault's; one line that can be stored and shown. */
export function wordsOf(error: unknown): string {
  const response = error instanceof Error && 'response' in error ? error.response : undefined
  if (typeof response === 'string') return answerLine(response)
  return answerLine(error instanceof Error ? error.message : String(error))
}

/** What a mail server said, as it is kept. */
export function answerLine(answer: string): string {
  return oneLine(answer).slice(0, WORDS_MAX)
}
