import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { OddMark } from '#client/features/admin-assignments/odd-mark.tsx'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { beyondLimit, lowerLimit } from '#shared/assigning/judge.ts'
import {
  listProposalCandidates,
  type NamedPair,
  type ProposalCandidate,
} from '#shared/assigning/proposals-contract.ts'
import type { ProposedPair } from '#shared/assigning/propose-contract.ts'
import type { OddWords } from './oddities.ts'
import styles from './proposal.module.css'
import { WhyScore } from './why-score.tsx'
import { words } from './words.ts'

interface Props {
  proposalId: string
  paper: { paperId: string; title: string; pairs: readonly ProposedPair[]; barred: readonly NamedPair[] }
  /** How many papers the proposal, as edited, gives a reviewer. */
  loadOf: (reviewerId: string) => number
  /** The most papers that the proposal was asked to give each. */
  askedOf: (reviewerId: string) => number | undefined
  odd: OddWords
  onClose: () => void
  onAdd: (pair: ProposedPair) => void
  onBar: (pair: NamedPair) => void
}

/** Who else could review a paper, the best first, each with score, load and what speaks against it. */
export function AddDialog({ proposalId, paper, loadOf, askedOf, odd, onClose, onAdd, onBar }: Props) {
  const id = useId()
  const [q, setQ] = useState('')
  const { paperId, title, pairs, barred } = paper
  const list = useQuery({
    ...queryOf(listProposalCandidates, {
      params: { proposalId },
      query: { paperId, ...(q.trim() !== '' && { q: q.trim() }) },
    }),
    placeholderData: (before) => before,
  })
  const taken = new Set(pairs.map(({ reviewerId }) => reviewerId))
  const notWanted = new Set(barred.map(({ reviewerId }) => reviewerId))
  const items = list.data?.items.filter(({ reviewerId }) => !taken.has(reviewerId)) ?? []
  const against = ({ reviewerId, reviewer: name, conflict, limit: own, open }: ProposalCandidate) => {
    const beyond = beyondLimit(
      { name, limit: lowerLimit(own, askedOf(reviewerId)), open },
      loadOf(reviewerId) + 1,
    )
    return [conflict, beyond].filter(Boolean).join(' ') || null
  }
  const pairOf = (one: ProposalCandidate): ProposedPair => ({
    paperId,
    title,
    reviewerId: one.reviewerId,
    reviewer: one.reviewer,
    score: one.score ?? 0,
    reason: [words.byHand, words.topics(one.topics)].join(' ').trim(),
    isLocked: true,
    warning: against(one),
    odd: one.odd,
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={words.addTo(paperId)}
      actions={<DialogClose>{words.close}</DialogClose>}
    >
      {title !== '' && <p className={styles.soft}>{title}</p>}
      <TextField
        id={id}
        name="q"
        label={words.searchReviewers}
        value={q}
        onValue={setQ}
        input={{ type: 'search' }}
      />
      {list.error !== null && <LoadFailure reading={list} failed={words.failed} />}
      {list.isPending && <Skeleton lines={4} />}
      {list.data !== undefined && items.length === 0 && <p>{words.nobodyFound}</p>}
      {items.length > 0 && (
        <Rows label={words.addTo(paperId)}>
          {items.map((one) => (
            <Row
              key={one.reviewerId}
              title={one.reviewer}
              meta={[
                words.scoreOf(one.score),
                words.load(one.open, one.limit, loadOf(one.reviewerId)),
                words.topics(one.topics),
              ]
                .filter(Boolean)
                .map((fact) => <span key={fact}>{fact}</span>)}
              status={
                one.isForbidden ? undefined : (
                  <div className={styles.actions}>
                    {!notWanted.has(one.reviewerId) && (
                      <Button
                        look="quiet"
                        small
                        aria-label={words.bar(one.reviewer, paperId)}
                        onClick={() => onBar(pairOf(one))}
                      >
                        {words.barShort}
                      </Button>
                    )}
                    <Button
                      look="secondary"
                      small
                      aria-label={`${notWanted.has(one.reviewerId) ? words.addAllTheSame : words.add} ${one.reviewer}`}
                      onClick={() => onAdd(pairOf(one))}
                    >
                      {notWanted.has(one.reviewerId) ? words.addAllTheSame : words.add}
                    </Button>
                  </div>
                )
              }
            >
              <OddMark reasons={odd.ofPair({ paperId, reviewerId: one.reviewerId }, one.odd)} />
              {one.score !== null && (
                <div>
                  <WhyScore
                    paperId={paperId}
                    reviewerId={one.reviewerId}
                    reviewer={one.reviewer}
                    score={one.score}
                  />
                </div>
              )}
              {notWanted.has(one.reviewerId) && <p className={styles.soft}>{words.mustNotBe}</p>}
              {against(one) !== null && <p className={styles.warning}>{against(one)}</p>}
            </Row>
          ))}
        </Rows>
      )}
      {list.data !== undefined && list.data.count > list.data.items.length && (
        <p className={styles.soft}>{words.moreFound(list.data.count - list.data.items.length)}</p>
      )}
    </Dialog>
  )
}
