import { useConfig } from '#client/api/config.ts'
import { Message } from '#client/ui/message.tsx'
import { keptHere } from '#shared/mail/kept-here.ts'

/** Where mails are written or sent again: that they are kept, while no mail server is set up. Nothing where one is. */
export function KeptHere() {
  return useConfig()?.sendsMail === false ? <Message>{keptHere}</Message> : null
}
