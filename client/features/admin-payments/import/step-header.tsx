import { BackLink } from '#client/navigation/link.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { previewImport } from '#shared/payments/import-contract.ts'
import { words } from './words.ts'

/** What the server says of a statement. */
export type Preview = AnswerOf<typeof previewImport>

const back = <BackLink to="/admin/payments">{words.back}</BackLink>

/** The heading of a step; each takes the focus as it opens. */
export function StepHeader({ step, title, lead }: { step: number; title: string; lead?: string }) {
  const eyebrow = words.step(step, words.steps.length, words.steps[step - 1] ?? '')
  return <PageHeader key={step} title={title} eyebrow={eyebrow} lead={lead} back={back} />
}
