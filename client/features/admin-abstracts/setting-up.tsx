import { useQuery } from '@tanstack/react-query'
import { useConfig } from '#client/api/config.ts'
import { queryOf } from '#client/api/query-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { NextBlock } from '#client/parts/next-block.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { listInvitations, listReviewers } from './calls.ts'
import { nextSetUpStep, type SetUpStep, setUpSteps } from './setting-up.ts'
import { words } from './setting-up-words.ts'
import { ShareAddress } from './share-address.tsx'

/** Where each step is done. */
const places = {
  name: { to: '/admin/settings' },
  deadline: { to: '/admin/settings' },
  fee: { to: '/admin/settings' },
  reviewers: { to: '/admin/reviewers', search: { view: 'invite' } },
  mails: { to: '/admin/mail' },
} as const satisfies Record<SetUpStep, object>

const one = { query: { limit: 1 } }

/** What to do before the first submission, each step with whether it is done; the first open one stands out. */
export function SettingUp() {
  const config = useConfig()
  const reviewers = useQuery(queryOf(listReviewers, one))
  const invitations = useQuery(queryOf(listInvitations, one))
  const isKnown = config !== undefined && ![reviewers, invitations].some(({ isPending }) => isPending)
  const steps = setUpSteps({
    config,
    reviewers: reviewers.data?.count,
    invitations: invitations.data?.count,
  })
  const next = nextSetUpStep(steps)
  return (
    <>
      {next === undefined || !isKnown ? (
        <NextBlock title={isKnown ? words.share : '…'} />
      ) : (
        <NextBlock title={words.steps[next]}>
          <Link className={buttonClass()} {...places[next]}>
            {words.goOn}
          </Link>
        </NextBlock>
      )}
      <Panel title={words.title}>
        <p>{words.lead}</p>
        <Rows label={words.title}>
          {steps.map(({ step, done, optional }) => (
            <Row
              key={step}
              title={<Link {...places[step]}>{words.steps[step]}</Link>}
              meta={words.about[step]}
              status={isKnown && done !== undefined && <State done={done} optional={optional} />}
            />
          ))}
        </Rows>
        <p>{words.shareText}</p>
        <ShareAddress />
      </Panel>
    </>
  )
}

function State({ done, optional }: { done: boolean; optional: boolean }) {
  if (done) return <StatusPill kind="complete">{words.done}</StatusPill>
  return <StatusPill kind="waiting">{optional ? words.optional : words.open}</StatusPill>
}
