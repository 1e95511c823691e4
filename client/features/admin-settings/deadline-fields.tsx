import type { ComponentProps } from 'react'
import { serverNow } from '#client/api/server-clock.ts'
import { deadlineNames } from '#client/parts/deadline-words.ts'
import { MomentField } from '#client/parts/moment-field.tsx'
import { deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import { deadlineWarnings } from './deadline-warnings.ts'
import type { Fields } from './settings-form.ts'

interface Props {
  /** The form's, all of them: one deadline is held against the others. */
  values: Fields
  /** As they were saved last. */
  saved: Fields
  text: (name: string) => Omit<ComponentProps<typeof MomentField>, 'label'>
}

/** The conference's deadlines; one that has passed, is out of order or is taken away is warned of at its field. */
export function DeadlineFields({ values, saved, text }: Props) {
  const nameOf = (kind: (typeof deadlineKinds)[number]) => `deadlines.${kind}`
  const warnings = deadlineWarnings({
    typed: (kind) => values[nameOf(kind)],
    saved: (kind) => saved[nameOf(kind)],
    now: serverNow(),
  })
  return deadlineKinds.map((kind) => (
    <MomentField key={kind} {...text(nameOf(kind))} label={deadlineNames[kind]} warning={warnings[kind]} />
  ))
}
