import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { paperId } from '#shared/core/ids.ts'
import { requiredText, seenText, text } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'

/** Receipts for verified payments (decisions.md §10). */

export const receipt = z
  .object({
    /** `R26-0007`: the edition's two-digit year and a number without gaps. */
    number: z.string(),
    issuedAt: timestamp,
    /** Null while it is valid; a void one stays. */
    voidedAt: timestamp.nullable(),
    /** The PDF. */
    downloadUrl: z.string(),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.output<typeof receipt>

const LINES_MAX = 8
const oneLine = /^[^\r\n\u2028\u2029]*$/

/** What is pasted may hold tabs and unseen control characters, which no font has. */
const printable = (given: string) => given.replaceAll('\t', ' ').replaceAll(/[^\P{Cc}\n\r]/gu, '')
/** Letters of a payer's name, at most. */
export const PAYER_NAME_MAX = 200
const NO_NAME = 'Enter the name of a person or an organisation.'

/** Whom a receipt is made out to; control characters are left out. */
export const payer = z.object({
  name: seenText(PAYER_NAME_MAX, NO_NAME)
    .regex(oneLine, 'Use one line for the name.')
    .overwrite(printable)
    .trim()
    .min(1, NO_NAME),
  address: text(500)
    .overwrite(printable)
    .refine(
      (given) => given.split('\n').length <= LINES_MAX,
      `Use at most ${LINES_MAX} lines for the address.`,
    ),
  taxNumber: text(60).regex(oneLine, 'Use one line for the tax number.').overwrite(printable),
})
export type Payer = z.output<typeof payer>

const params = z.object({ paperId })

export const ownPayment = z.object({
  payer,
  receipts: z.array(receipt),
  /** What is there for a paper for which nothing is to be paid (withdrawn, rejected, reopened): `120.00 EUR` each. */
  held: z.array(z.string()),
  /** Whether the author reported a payment for such a paper that nobody has found. */
  reported: z.boolean(),
})
export type OwnPayment = z.output<typeof ownPayment>

export const readPayment = endpoint({
  method: 'GET',
  path: '/api/papers/{paperId}/payment',
  tag: 'Author',
  summary:
    'One’s own paper: whom its receipt is made out to, its receipts, the newest first, and money kept for it.',
  access: ['author'],
  params,
  answer: ownPayment,
  refusals: ['not_found'],
})

export const savePayer = endpoint({
  method: 'PUT',
  path: '/api/papers/{paperId}/payment/payer',
  tag: 'Author',
  summary:
    'Says whom the receipt is made out to. Where one was given already, it becomes void and a new one takes its place.',
  access: ['author'],
  params,
  body: payer,
  answer: ownPayment.extend({ message: z.string() }),
  refusals: ['not_found', 'wrong_state'],
})

export const readReceipt = endpoint({
  method: 'GET',
  path: '/api/receipts/{link}',
  tag: 'Files',
  summary: 'The PDF behind a receipt’s link; whether the person may have it is asked again.',
  access: 'public',
  params: z.object({ link: requiredText(2000) }),
  answer: z.file(),
  refusals: ['not_found', 'invalid_token'],
})
