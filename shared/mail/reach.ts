import { z } from 'zod'
import { type MailTime, mailTimes } from './choosable.ts'

/** How many of a group a message reaches in which way, as each has chosen; and how many it does not, and why. */
export const reach = z.object({
  now: z.number().int(),
  digest: z.number().int(),
  portal: z.number().int(),
  unconfirmed: z.number().int(),
  disabled: z.number().int(),
})
export type Reach = z.output<typeof reach>

const ways: Readonly<Record<MailTime, string>> = {
  now: 'by mail at once',
  digest: 'in their daily mail',
  portal: 'in the portal only',
}

/** `78 by mail at once, 1 in their daily mail`: how those who get a message get it. */
export function waysInWords(of: Reach): string {
  return mailTimes.flatMap((way) => (of[way] === 0 ? [] : `${of[way]} ${ways[way]}`)).join(', ')
}

/** Who of the group is left out, and why; empty where nobody is. */
export function leftOutInWords({ unconfirmed, disabled }: Reach): string {
  const why = [
    ...(unconfirmed === 0 ? [] : [`${unconfirmed} with an address that is not confirmed`]),
    ...(disabled === 0 ? [] : [`${disabled} with a disabled account`]),
  ]
  return why.length === 0 ? '' : `Left out: ${why.join(', ')}.`
}
