import { Fragment, type ReactNode } from 'react'
import { words } from './words.ts'

/** So many are named; the rest is counted. */
const NAMED = 12

/** The end of a sentence that names what it is about. */
export function Named({ items }: { items: readonly { key: string; shown: ReactNode }[] }) {
  return (
    <>
      {items.slice(0, NAMED).map(({ key, shown }, at) => (
        <Fragment key={key}>
          {at > 0 && ', '}
          {shown}
        </Fragment>
      ))}
      {items.length > NAMED && `, ${words.andMore(items.length - NAMED)}`}.
    </>
  )
}
