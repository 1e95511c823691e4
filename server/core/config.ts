import { z } from 'zod'

/** The environment (decisions.md §9). An empty value counts as not set. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().max(300).optional(),
  SUPPORT_EMAIL: z.email().optional(),
  MAIL_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  BOUNCE_MAILBOX_URL: z
    .url({ protocol: /^imaps?$/, error: 'must be imaps://user:password@host/Folder' })
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
})

export interface Config {
  port: number
  host: string
  /** Every link is built from this, never from a request header; no slash at the end. */
  publicUrl: string
  databaseUrl: string | undefined
  dataDir: string
  smtpUrl: string | undefined
  mailFrom: string | undefined
  supportEmail: string | undefined
  /** What the mail provider shows when it reports a bounce; undefined: nobody may. */
  mailWebhookSecret: string | undefined
  /** The mailbox that is read for delivery reports, as an address with its password; undefined: none is. */
  bounceMailbox: string | undefined
  /** What the collector of figures shows at /metrics; undefined: nobody may. */
  metricsToken: string | undefined
  firstAdmin: { email: string; password: string } | undefined
  jwtSecret: string | undefined
  /** Addresses whose X-Forwarded-For is believed; false believes nobody. */
  trustProxy: false | string[]
  logLevel: string
  mode: 'production' | 'development' | 'test'
}

/** Reads the environment once; throws an Error that names every wrong variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = environment.safeParse(set)
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration is not right:\n${lines.join('\n')}`)
  }
  const values = read.data
  if ((values.ADMIN_EMAIL === undefined) !== (values.ADMIN_PASSWORD === undefined)) {
    throw new Error(
      'The configuration is not right:\n  ADMIN_EMAIL and ADMIN_PASSWORD are set together or not at all',
    )
  }
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    supportEmail: values.SUPPORT_EMAIL,
    mailWebhookSecret: values.MAIL_WEBHOOK_SECRET,
    bounceMailbox: values.BOUNCE_MAILBOX_URL,
    metricsToken: values.METRICS_TOKEN,
    firstAdmin:
      values.ADMIN_EMAIL !== undefined && values.ADMIN_PASSWORD !== undefined
        ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
        : undefined,
    jwtSecret: values.JWT_SECRET,
    trustProxy: values.TRUST_PROXY ? values.TRUST_PROXY.split(',').map((part) => part.trim()) : false,
    logLevel: values.LOG_LEVEL,
    mode: values.NODE_ENV,
  }
}
