import { useConfig } from '#client/api/config.ts'
import { Link } from '#client/navigation/link.tsx'
import { Deadline } from '#client/parts/deadline.tsx'
import { NextBlock } from '#client/parts/next-block.tsx'
import { hasPassed, withTimeLeft } from '#client/parts/until.ts'
import { buttonClass } from '#client/ui/button.tsx'
import type { Timestamp } from '#shared/core/timestamp.ts'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { stepText, stepView } from './next-step.tsx'
import { stepsOf } from './step.ts'
import { homeStepButton, words } from './words.ts'

/** More would push everything else off the screen; the list has them all. */
const MOST = 3

interface Props {
  ongoing: readonly AbstractItem[]
  /** How many submissions have ended. */
  ended: number
  /** The author's own deadline for new abstracts. */
  newUntil: Timestamp | null
  /** Whether a new one is still taken. */
  newOpen: boolean
}

/**
 * What the author has to do now, most urgent first. A newcomer is asked for their abstract; whose submissions have all
 * ended has nothing to do.
 */
export function NextSteps({ ongoing, ended, newUntil: until, newOpen }: Props) {
  const email = useConfig()?.supportEmail
  const missed = !newOpen
  if (ongoing.length === 0 && ended > 0) {
    return (
      <NextBlock title={words.nothingToDo}>
        <p>
          {words.allEnded}{' '}
          {until && !hasPassed(until) && (
            <>
              {words.anotherUntil} <Deadline at={until} />.
            </>
          )}
        </p>
      </NextBlock>
    )
  }
  if (ongoing.length === 0) {
    const title = missed ? words.abstractsClosed : withTimeLeft(words.firstStep, until)
    return (
      <NextBlock title={title} until={until} missed={missed}>
        {missed && email !== undefined && <p>{words.askForTime(email)}</p>}
        {!missed && (
          <Link className={buttonClass('primary')} to="/author" search={{ view: 'upload-abstract' }}>
            {words.chooseFile}
          </Link>
        )}
      </NextBlock>
    )
  }
  const steps = stepsOf(ongoing)
  if (steps.length === 0) {
    return (
      <NextBlock title={words.nothingToDo}>
        <p>{words.nothingToDoHint}</p>
      </NextBlock>
    )
  }
  return (
    <>
      {steps.slice(0, MOST).map(({ item, step }, nth) => (
        <NextBlock
          key={item.abstractId}
          title={stepText(step)}
          about={item.title || item.fileName}
          until={step.until}
          missed={!step.open}
        >
          <Link
            className={buttonClass(nth === 0 ? 'primary' : 'secondary')}
            to="/author"
            search={{ view: step.open ? stepView[step.what] : 'details', abstractId: item.abstractId }}
            aria-label={words.named(homeStepButton[step.what], item.paperId ?? item.abstractId)}
          >
            {homeStepButton[step.what]}
          </Link>
        </NextBlock>
      ))}
    </>
  )
}
