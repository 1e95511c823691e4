import { type ReactNode, useId, useState } from 'react'
import { PlanView } from '#client/features/admin-assignments/plan-view.tsx'
import { words as assignWords } from '#client/features/admin-assignments/words.ts'
import { Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { FootBar } from '#client/parts/foot-bar.tsx'
import { isFinished } from '#client/parts/is-finished.ts'
import { UNFINISHED } from '#client/parts/moment.ts'
import { MomentField } from '#client/parts/moment-field.tsx'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { RadioToggle } from '#client/ui/radio-toggle.tsx'
import { askedLimits } from '#shared/assigning/judge.ts'
import type { NamedPair } from '#shared/assigning/proposals-contract.ts'
import type { ProposedPair, Wish } from '#shared/assigning/propose-contract.ts'
import { CompareView } from './compare-view.tsx'
import {
  add,
  allow,
  bar,
  type Edits,
  isEdited,
  keepEdits,
  noEdits,
  pairsAfter,
  raisedIn,
  readEdits,
  remove,
  toggleLock,
  wishAgain,
} from './edits.ts'
import { words as figureWords } from './figure-words.ts'
import { FiguresList } from './figures-list.tsx'
import { figuresOf } from './figures-of.ts'
import { FiguresTable } from './figures-table.tsx'
import type { Made } from './made.ts'
import { Matrix } from './matrix.tsx'
import { oddInPlan, oddWords } from './oddities.ts'
import { PairsTable } from './pairs-table.tsx'
import styles from './proposal.module.css'
import { Remarks } from './remarks.tsx'
import { useStart } from './use-start.ts'
import { words } from './words.ts'

const views = ['table', 'matrix', 'compare'] as const
/** What would happen, before it does: a place of its own, so that one comes back from it. */
const PLANNED = 'plan'

/** A proposal that was made: its figures, what is in the way, its pairs to look at and to change, and what comes next. */
export function MadeView({ made, back }: { made: Made; back: ReactNode }) {
  const { id, proposal, standing, wish } = made
  // What came of the proposal itself is said by itself.
  const changed = made.changedSince - (standing?.assigned ?? 0)
  const { show } = useSearch('/admin/assignments')
  const view = views.find((one) => one === show) ?? 'table'
  const goTo = (next: string, replace: boolean) =>
    navigate({
      to: '/admin/assignments',
      search: { view: 'proposal', proposalId: id, ...(next !== 'table' && { show: next }) },
      replace,
    })
  const [edits, setEdits] = useState(() => readEdits(made))
  const [reason, setReason] = useState('')
  const change = (next: Edits) => {
    keepEdits(id, next)
    setEdits(next)
  }
  const pairs = pairsAfter(made, edits)
  const dueAt = edits.dueAt ?? ''
  const dueId = useId()
  const again = useStart(dueAt)
  const startAgain = (next: Wish) => isFinished(dueAt, dueId) && again.start(next)
  const odd = oddWords(proposal.oddities)
  const edited = isEdited(made, edits)
  if (show === PLANNED && pairs.length > 0 && dueAt !== UNFINISHED) {
    return (
      <PlanView
        pairs={pairs.map(({ paperId, reviewerId }) => ({ paperId, reviewerId, ...(dueAt && { dueAt }) }))}
        unread={[]}
        source="automatic"
        bounds={{
          reviewsPerPaper: wish.reviewsPerPaper,
          mostPapers: wish.mostPapers,
          limits: wish.limits,
        }}
        oddOf={oddInPlan(pairs, odd)}
        reason={reason}
        onReason={setReason}
        changeLabel={words.toProposal}
        onChange={() => goTo('table', false)}
      />
    )
  }
  // All of it is assigned, and nothing was changed: there is nothing to go on with.
  const isDone = !edited && standing !== null && standing.of > 0 && standing.assigned === standing.of
  const figures = edited ? figuresOf(proposal, pairs) : proposal.figures
  const editing = {
    barred: edits.barred,
    odd,
    onAdd: (pair: ProposedPair) => change(add(made, edits, pair)),
    onRemove: (pair: NamedPair) => change(remove(edits, pair)),
    onLock: (pair: NamedPair) => change(toggleLock(edits, pair)),
    onBar: (pair: NamedPair) => change(bar(edits, pair)),
    onAllow: (pair: NamedPair) => change(allow(edits, pair)),
  }
  return (
    <>
      <PageHeader
        title={words.proposal}
        eyebrow={words.objectives[wish.objective]}
        lead={words.lead(figures.papers, figures.seats, changed > 0)}
        back={back}
      />
      {proposal.cutShort && <Message>{words.cutShort}</Message>}
      {standing !== null && standing.assigned > 0 && <Message>{words.applied(standing)}</Message>}
      {changed > 0 && <Message>{words.stale(changed, changed < made.changedSince)}</Message>}
      {proposal.figures.leastLoad < wish.leastPapers && (
        <Message>{words.belowLeast(wish.leastPapers)}</Message>
      )}
      <Panel
        title={edited ? `${words.figures} · ${words.edited}` : words.figures}
        actions={
          edited && (
            <Button look="quiet" small onClick={() => change({ ...noEdits(made), dueAt })}>
              {words.reset}
            </Button>
          )
        }
      >
        {proposal.other === null ? (
          <FiguresList figures={figures} />
        ) : (
          <FiguresTable
            caption={figureWords.bothFigures}
            now={figures}
            other={proposal.other.figures}
            otherName={words.shortObjectives[proposal.other.objective]}
          />
        )}
        {edited && <p className={styles.asMade}>{words.asMade}</p>}
      </Panel>
      <Remarks
        proposal={proposal}
        onRaise={(limits) => startAgain({ ...wishAgain(wish, pairs, edits), limits: raisedIn(wish, limits) })}
        busy={again.busy}
        barred={edits.barred}
        onBarAll={(all) => change(all.reduce(bar, edits))}
        onAllowAll={(all) => change(all.reduce(allow, edits))}
      />
      <div className={styles.views}>
        <RadioToggle
          legend={words.views}
          value={view}
          options={views.map((one) => ({ value: one, label: words[one] }))}
          onValue={(next) => goTo(next, true)}
        />
      </div>
      {view === 'table' && (
        <PairsTable {...{ id, proposal, pairs, askedOf: askedLimits(wish), ...editing }} />
      )}
      {view === 'matrix' && <Matrix proposalId={id} pairs={pairs} {...editing} />}
      {view === 'compare' && <CompareView made={made} pairs={pairs} figures={figures} />}
      {!isDone && (
        <MomentField
          id={dueId}
          name="dueAt"
          label={assignWords.dueAt}
          hint={assignWords.dueHint}
          value={dueAt}
          onValue={(next) => change({ ...edits, dueAt: next })}
        />
      )}
      <p className={styles.next} id={`${id}-apply`}>
        {!isDone && words.applyHint}{' '}
        {words.runAgainKeeps(pairs.filter(({ isLocked }) => isLocked).length, edits.barred.length)}
      </p>
      <FootBar label={words.nextStep}>
        {isDone ? (
          <Link className={buttonClass('primary')} to="/admin/assignments">
            {words.toAssignments}
          </Link>
        ) : (
          <Button
            aria-describedby={`${id}-apply`}
            disabled={pairs.length === 0}
            onClick={() => isFinished(dueAt, dueId) && goTo(PLANNED, false)}
          >
            {words.apply(pairs.length)}
          </Button>
        )}
        <Button
          look="secondary"
          icon="refresh"
          busy={again.busy}
          onClick={() => startAgain(wishAgain(wish, pairs, edits))}
        >
          {words.runAgain}
        </Button>
      </FootBar>
    </>
  )
}
