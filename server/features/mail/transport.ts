import { createTransport, type Transporter } from 'nodemailer'
import type { Config } from '#server/core/config.ts'

const WAIT_MS = 20_000

/** Opens the way to the mail server of SMTP_URL; undefined where none is set: mails are kept then. */
export function openTransport(config: Config): Transporter | undefined {
  if (config.smtpUrl === undefined) return undefined
  return createTransport({
    url: config.smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    dnsTimeout: WAIT_MS,
    // Nothing a person typed may make the server read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
