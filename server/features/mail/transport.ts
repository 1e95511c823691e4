import { createTransport, type Transporter } from 'nodemailer'
import type { Config } from '#server/core/config.ts'

const CONNECT_MS = 20_000
/** A server that looks at a message before its yes may take this long; giving up sooner sends it twice (RFC 5321 §4.5.3.2.6). */
const ANSWER_MS = 10 * 60_000

/**
 * Opens the way to the mail server of SMTP_URL; undefined where none is set: mails are kept then. Each mail has a
 * connection of its own, as one left idle may have died unnoticed.
 */
export function openTransport(config: Config): Transporter | undefined {
  if (config.smtpUrl === undefined) return undefined
  return createTransport({
    url: config.smtpUrl.replace(TLS_OPTIONAL, ''),
    requireTLS: needsTls(config.smtpUrl, config.mode),
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    // Nothing a person typed may make the server read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** How SMTP_URL ends where mails may go out for everybody in between to read. */
const TLS_OPTIONAL = /[?&]tls=optional$/

/** This machine: what is said to it passes nobody. */
const HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i

/**
 * Whether a server that offers no encryption is refused (RFC 8314 §3, RFC 3207 §6): else somebody in between takes the offer
 * away, and reads the links of new passwords.
 */
export function needsTls(smtpUrl: string, mode: Config['mode']): boolean {
  if (mode !== 'production' || TLS_OPTIONAL.test(smtpUrl)) return false
  return !(URL.canParse(smtpUrl) && HERE.test(new URL(smtpUrl).hostname))
}
