import { useEffect, useId, useState } from 'react'
import { RadioToggle } from '#client/ui/radio-toggle.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import styles from './compare-texts.module.css'
import { type Stretch, wordChanges } from './word-changes.ts'
import { words } from './words.ts'

export interface NamedText {
  key: string
  /** What it is: a round, a time. */
  name: string
  /** More about it, where there is room. */
  note?: string
  text: string
}

const named = ({ name, note }: NamedText) => (note === undefined ? name : `${name}, ${note}`)

interface Props {
  /** The oldest first; at least two. */
  texts: readonly NamedText[]
  /** Which are compared at first; the last two unless told. */
  before?: string
  after?: string
  /** Told which is shown on the left. */
  onBefore?: (key: string) => void
}

/** Two of some texts, with what changed between them or side by side. */
export function CompareTexts({ texts, before, after, onBefore }: Props) {
  const id = useId()
  const [left, setLeft] = useState(before ?? texts.at(-2)?.key ?? '')
  const [right, setRight] = useState(after ?? texts.at(-1)?.key ?? '')
  const [way, setWay] = useState('changes')
  const find = (key: string) => texts.find((one) => one.key === key)
  const [a, b] = [find(left), find(right)]
  const options = texts.map(({ key, name }) => ({ value: key, label: name }))
  return (
    <div className={styles.compare}>
      {texts.length > 2 && (
        <div className={styles.choices}>
          <SelectField
            id={`${id}-left`}
            name="before"
            label={words.compareBefore}
            value={left}
            options={options}
            onValue={(key) => {
              setLeft(key)
              onBefore?.(key)
            }}
          />
          <SelectField
            id={`${id}-right`}
            name="after"
            label={words.compareAfter}
            value={right}
            options={options}
            onValue={setRight}
          />
        </div>
      )}
      <RadioToggle
        legend={words.compareWay}
        value={way}
        options={[
          { value: 'changes', label: words.compareChanges },
          { value: 'side', label: words.compareSide },
        ]}
        onValue={setWay}
      />
      {a && b && (way === 'changes' ? <Changes before={a} after={b} /> : <SideBySide texts={[a, b]} />)}
    </div>
  )
}

function SideBySide({ texts }: { texts: readonly NamedText[] }) {
  return (
    <div className={styles.sides}>
      {texts.map((one, side) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: left and right keep their places
        <section key={side}>
          <h3>{named(one)}</h3>
          <p className={styles.text}>{one.text || words.noText}</p>
        </section>
      ))}
    </div>
  )
}

function Changes({ before, after }: { before: NamedText; after: NamedText }) {
  const [found, setFound] = useState<{ stretches: Stretch[] | undefined }>()
  useEffect(() => {
    let left = false
    wordChanges(before.text, after.text).then(
      (stretches) => !left && setFound({ stretches }),
      () => !left && setFound({ stretches: undefined }),
    )
    return () => {
      left = true
    }
  }, [before.text, after.text])
  if (found === undefined) return <p aria-busy="true">{words.comparing}</p>
  // Too different to say, or the library did not come: both texts say as much.
  if (found.stretches === undefined) return <SideBySide texts={[before, after]} />
  if (found.stretches.every(({ kind }) => kind === 'same')) return <p>{words.noChanges}</p>
  return (
    <div>
      <p className={styles.legend}>
        <span data-kind="gone">{words.onlyIn(named(before))}</span>
        <span data-kind="new">{words.onlyIn(named(after))}</span>
      </p>
      <p className={styles.text}>
        {found.stretches.map(({ kind, text }, nth) => {
          const Tag = kind === 'gone' ? 'del' : kind === 'new' ? 'ins' : 'span'
          // biome-ignore lint/suspicious/noArrayIndexKey: the stretches never move
          return <Tag key={nth}>{text}</Tag>
        })}
      </p>
    </div>
  )
}
