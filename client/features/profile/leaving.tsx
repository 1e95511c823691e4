import type { ReactNode } from 'react'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { whole } from '#client/ui/whole.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { readDeletion } from '#shared/people/account-contract.ts'
import { deleteWords as words } from './delete-words.ts'
import styles from './profile.module.css'

/**
 * What deleting the account does to one's submissions and reviews, each named. Where that cannot be read, the same in
 * general: nobody is kept from leaving by it.
 */
export function Leaving({
  data,
  failed,
}: {
  data: AnswerOf<typeof readDeletion> | undefined
  failed: boolean
}) {
  if (data === undefined) return failed ? <p>{words.leavingInGeneral}</p> : <Skeleton />
  return (
    <>
      <Named
        intro={words.leaving.withdrawn}
        items={data.withdrawn.map(({ paid, money, ...one }) => ({
          ...one,
          note: notesOf(paid && words.leaving.booked, money),
        }))}
      />
      <Named
        intro={words.leaving.stays}
        items={data.stays.map(({ why, money, ...one }) => ({
          ...one,
          note: notesOf(words.leaving.why[why], money),
        }))}
      />
      <Named intro={words.leaving.removed} items={data.removed} />
      <Named intro={words.leaving.givenBack} items={data.givenBack.map((id) => ({ id }))} />
      <Named intro={words.leaving.reviewed} items={data.reviewed.map((id) => ({ id }))} />
    </>
  )
}

type MoneyLeft = AnswerOf<typeof readDeletion>['stays'][number]['money']

/** What stays of it, and what to see to before. */
function notesOf(first: string | false, { sums, reported }: MoneyLeft): string {
  return [first, sums.length > 0 && words.leaving.sums(sums.join(', ')), reported && words.leaving.sought]
    .filter(Boolean)
    .join('; ')
}

interface Item {
  id: string
  title?: string
  /** Why, or what of it stays. */
  note?: ReactNode
}

function Named({ intro, items }: { intro: string; items: readonly Item[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <p>{intro}</p>
      <ul className={styles.named}>
        {items.map(({ id, title, note }) => (
          <li key={id}>
            {whole(id)} {title && <bdi>{title}</bdi>}
            {note && <span className={styles.note}> – {note}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
