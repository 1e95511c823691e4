import { SelectField } from '#client/ui/select-field.tsx'
import { type Audience, audience as schema } from '#shared/mail/audience.ts'
import { stageInWords } from '#shared/submissions/event-words.ts'
import { words } from './words.ts'

interface Props {
  id: string
  audience: Audience
  onAudience: (audience: Audience) => void
}

const options = (named: Readonly<Record<string, string>>) =>
  Object.entries(named).map(([value, label]) => ({ value, label }))

/** Chooses a group: who, and what narrows it. */
export function AudienceFields({ id, audience, onAudience }: Props) {
  const choose = (given: Record<string, string>) => onAudience(schema.parse(given))
  return (
    <>
      <SelectField
        id={`${id}-who`}
        name="who"
        label={words.who}
        value={audience.who}
        options={options(words.audiences)}
        onValue={(who) => choose({ who })}
      />
      {audience.who === 'authors' && (
        <SelectField
          id={`${id}-stage`}
          name="stage"
          label={words.stage}
          value={audience.stage}
          options={options({ any: words.anyStage, ...stageInWords })}
          onValue={(stage) => choose({ who: 'authors', stage })}
        />
      )}
      {audience.who === 'authors' && audience.stage === 'awaiting_payment' && (
        <SelectField
          id={`${id}-payment`}
          name="payment"
          label={words.payment}
          value={audience.payment ?? 'any'}
          options={options(words.paymentsOf)}
          onValue={(payment) => choose({ who: 'authors', stage: audience.stage, payment })}
        />
      )}
      {audience.who === 'reviewers' && (
        <SelectField
          id={`${id}-reviews`}
          name="reviews"
          label={words.reviews}
          value={audience.reviews}
          options={options(words.reviewsOf)}
          onValue={(reviews) => choose({ who: 'reviewers', reviews })}
        />
      )}
    </>
  )
}

/** A group as a person would name it. */
export function audienceInWords(audience: Audience): string {
  const who = words.audiences[audience.who]
  if (audience.who === 'authors' && audience.stage !== 'any') {
    const stage = `${who}: ${stageInWords[audience.stage]}`
    return audience.payment === 'not_reported' ? `${stage}, ${words.notReported}` : stage
  }
  if (audience.who === 'reviewers' && audience.reviews !== 'any')
    return `${who}: ${words.reviews}: ${words.reviewsOf[audience.reviews]}`
  return who
}
