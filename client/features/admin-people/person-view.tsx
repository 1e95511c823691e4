import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { BackLink, Link } from '#client/navigation/link.tsx'
import { Entries, Entry } from '#client/parts/entry.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { statusKind } from '#client/parts/status-kind.ts'
import { words as common } from '#client/parts/words.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Fact, Facts } from '#client/ui/facts.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { readUser } from '#shared/people/desk-contract.ts'
import { plainStatus, toBeConfirmed } from '#shared/submissions/status-words.ts'
import { PersonControls } from './person-controls.tsx'
import { PersonDeadlines } from './person-deadlines.tsx'
import { PersonPills } from './person-pills.tsx'
import { words } from './words.ts'

const back = <BackLink to="/admin/people">{words.backToPeople}</BackLink>

/** One person: account, personal deadlines, submissions. */
export function PersonView({ personId }: { personId: string }) {
  const query = useQuery(queryOf(readUser, { params: { userId: personId } }))
  if (query.data === undefined)
    return <Opening title={words.person} back={back} reading={query} failed={words.failedPerson} />
  const { person, deadlines, submissions } = query.data
  const reviews = person.roles.includes('reviewer')
  return (
    <>
      <PageHeader
        title={person.name}
        eyebrow={words.person}
        lead={[person.email, person.organization].filter(Boolean).join(' · ')}
        back={back}
        actions={
          reviews && (
            <Link
              className={buttonClass('secondary')}
              to="/admin/reviewers"
              search={{ view: 'reviewer', reviewerId: person.id }}
            >
              {words.reviewing}
            </Link>
          )
        }
      />
      <Panel title={words.account}>
        <PersonPills person={person} />
        <Facts>
          <Fact name={words.since}>
            <TimeText at={person.createdAt} />
          </Fact>
          <Fact name={words.lastSeen}>
            {person.lastLoginAt === null ? words.never : <TimeText at={person.lastLoginAt} />}
          </Fact>
          <Fact name={words.profile}>{person.isProfileComplete ? words.complete : words.incomplete}</Fact>
        </Facts>
        <PersonControls person={person} />
      </Panel>
      <PersonDeadlines person={person} deadlines={deadlines} />
      <Submissions submissions={submissions} />
    </>
  )
}

function Submissions({ submissions }: { submissions: AnswerOf<typeof readUser>['submissions'] }) {
  return (
    <Panel title={words.submissions}>
      {submissions.length === 0 && <p>{words.noSubmissions}</p>}
      <Entries>
        {submissions.map((one) => (
          <Entry
            key={one.abstractId}
            name={
              <Link to="/admin" search={{ view: 'abstract', abstractId: one.abstractId }}>
                {one.title || one.abstractId}
              </Link>
            }
            facts={[
              one.paperId ?? one.abstractId,
              <>
                {common.submitted} <TimeText at={one.submittedAt} />
              </>,
            ]}
            side={
              <>
                <StatusPill kind={statusKind(one.paperStatus ?? one.status, one.lost)}>
                  {plainStatus(one.paperStatus ?? one.status)}
                </StatusPill>
                {one.paperStatus === 'reviewer_declined' && <small>{toBeConfirmed}</small>}
              </>
            }
          />
        ))}
      </Entries>
    </Panel>
  )
}
