/** Said wherever mails are written while no mail server is set up (docs/mail.md). */
export const keptHere = 'Mails are kept in the portal: no mail server is set up.'
