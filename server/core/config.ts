import { z } from 'zod'
import { email } from '#shared/core/text.ts'
import { trimSigns, trimSignsEnd } from '#shared/core/trim-signs.ts'

/** What a proxy's address may be: one, a net with its length, or one of the names that Fastify knows. */
const net = z.union([
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]),
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
])

/** The environment (decisions.md §9). An empty value counts as not set. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => /^https?:\/\/[^/?#@]+\/*$/i.test(url),
      'must be https://host, without a path: the portal has an address of its own',
    )
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .refine(
      // With a user but no host it names a socket in its query.
      (url) => URL.canParse(url.replace('@/', '@host/')),
      'cannot be read: set its password as PGPASSWORD instead, or write / in it as %2F, # as %23, ? as %3F and @ as %40',
    )
    .optional(),
  DATA_DIR: z.string().default('./data'),
  STORAGE_URL: z
    .url({ protocol: /^s3$/, error: 'must be s3://bucket?endpoint=…&region=…' })
    .transform((url, ctx) => {
      const place = readS3Place(new URL(url))
      if (typeof place !== 'string') return place
      ctx.addIssue({ code: 'custom', message: place })
      return z.NEVER
    })
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .regex(
      /^(?!.*[?&]tls=(?!optional$))/,
      'may say of encryption ?tls=optional, at its end, and nothing else',
    )
    .refine(
      (url) => URL.canParse(url),
      'cannot be read: write in its password / as %2F, # as %23 and ? as %3F',
    )
    .optional(),
  MAIL_FROM: z.string().max(300).optional(),
  SUPPORT_EMAIL: email.optional(),
  MAIL_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  BOUNCE_MAILBOX_URL: z
    .url({ protocol: /^imaps?$/, error: 'must be imaps://user:password@host/Folder' })
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
  CLAMD_URL: z
    .string()
    .regex(
      /^(tcp:\/\/[^/:]+|tcp:\/\/\[[\da-f:]+\])(:\d+)?$|^unix:\/\/\/./i,
      'must be tcp://host:port or unix:///path',
    )
    .optional(),
  BREACHED_PASSWORDS_FILE: z.string().optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every((part) => net.safeParse(part).success),
      'must be addresses, as 127.0.0.1 or 10.0.0.0/8, or loopback, linklocal, uniquelocal; with commas between them',
    )
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
})

/** A bucket of an S3-compatible store, and the folder within it. */
export interface S3Place {
  bucket: string
  /** Before each key: empty, or `folder/`. */
  prefix: string
  region: string
  /** Where it is not Amazon's. */
  endpoint: string | undefined
  /** Undefined: those the machine has (its role, its profile). */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
}

export interface Config {
  port: number
  host: string
  /** Processes that share the port. */
  workers: number
  /** Every link is built from this, never from a request header; no slash at the end. */
  publicUrl: string
  databaseUrl: string | undefined
  dataDir: string
  /** Where files are kept; undefined: below `dataDir`. */
  storage: S3Place | undefined
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
  /** The ClamAV daemon that looks through every file that is uploaded; undefined: none does. */
  clamdUrl: string | undefined
  /** A list of breached passwords' hashes that new passwords are looked up in; undefined: none is. */
  breachedPasswordsFile: string | undefined
  jwtSecret: string | undefined
  /** Addresses whose X-Forwarded-For is believed; false believes nobody. */
  trustProxy: false | string[]
  logLevel: string
  mode: 'production' | 'development' | 'test'
}

/** Whether a mail server is set up; without one mails are kept here (docs/mail.md). */
export const sendsMail = ({ smtpUrl }: Config): boolean => smtpUrl !== undefined

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
  if (values.PORT === 0 && values.PUBLIC_URL === undefined) {
    throw new Error(
      'The configuration is not right:\n  PORT: 0 lets the system choose, so that PUBLIC_URL must say where the portal is found',
    )
  }
  return {
    port: values.PORT,
    host: values.HOST,
    workers: values.WORKERS,
    publicUrl: trimSignsEnd(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`, /\//),
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    storage: values.STORAGE_URL && { ...values.STORAGE_URL, credentials: credentialsOf(values) },
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
    clamdUrl: values.CLAMD_URL,
    breachedPasswordsFile: values.BREACHED_PASSWORDS_FILE,
    jwtSecret: values.JWT_SECRET,
    trustProxy: values.TRUST_PROXY ?? false,
    logLevel: values.LOG_LEVEL,
    mode: values.NODE_ENV,
  }
}

type Keys = Pick<z.infer<typeof environment>, `AWS_${string}` & keyof z.infer<typeof environment>>

function credentialsOf(keys: Keys): S3Place['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = keys
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  const sessionToken = keys.AWS_SESSION_TOKEN
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) }
}

/** `s3://bucket/folder?endpoint=…&region=…`, or what is wrong with it. */
function readS3Place(url: URL): Omit<S3Place, 'credentials'> | string {
  const { hostname: bucket, pathname, searchParams, username } = url
  const endpoint = searchParams.get('endpoint') ?? undefined
  const region = searchParams.get('region') ?? undefined
  if (username !== '') return 'holds a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead'
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return 'must name a bucket: s3://bucket?region=…'
  if (endpoint !== undefined && !/^https?:\/\/[^/]+\/?$/.test(endpoint))
    return 'endpoint must be https://host'
  if (region === undefined && endpoint === undefined) return 'must name a region or an endpoint'
  const folder = trimSigns(pathname, /\//)
  return { bucket, prefix: folder === '' ? '' : `${folder}/`, region: region ?? 'us-east-1', endpoint }
}
