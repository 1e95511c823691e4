import { messageKind } from '#server/core/message.ts'

/** An organiser's own words to a group. */
export const organisersMessage = messageKind({
  key: 'organisers_message',
  group: 'notice',
  to: 'The chosen group',
  when: 'An organiser writes to a group of people.',
  placeholders: {
    subject: { about: 'the subject as typed', sample: 'Where to find us', kind: 'line' },
    message: {
      about: 'the message as typed',
      sample: 'The conference is in the main building.',
      kind: 'text',
      byOrganiser: true,
      required: true,
    },
  },
  notice: { opens: null, title: '{subject}', body: '{message}' },
  subject: '{subject}',
  body: '{message}',
  button: 'Open the portal',
})

export const mailDeskMessages = [organisersMessage.kind]
