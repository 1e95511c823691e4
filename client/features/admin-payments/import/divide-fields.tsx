import { useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { decimalOf } from '#shared/payments/cents.ts'
import type { JudgedLine } from '#shared/payments/import-contract.ts'
import { isWrongId } from './choices.ts'
import { dividedAs, leftOf, PARTS_MAX, type Part } from './divide.ts'
import styles from './import.module.css'
import { words } from './words.ts'

interface Props {
  line: JudgedLine
  parts: readonly Part[]
  onParts: (parts: Part[]) => void
}

/** Divides a line among papers: each with its share, and what of the line is left. */
export function DivideFields({ line, parts, onParts }: Props) {
  const id = useId()
  const change = (at: number, changed: Partial<Part>) =>
    onParts(parts.map((part, n) => (n === at ? { ...part, ...changed } : part)))
  const left = leftOf(line, parts)
  return (
    <>
      {parts.map(({ paperId, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their places
        <div key={at} className={styles.part}>
          <TextField
            id={`${id}-${at}-paper`}
            name={`part-${line.line}-${at}`}
            label={words.partPaper(at + 1)}
            value={paperId}
            error={isWrongId(paperId) ? words.wrongId : undefined}
            onValue={(typed) => change(at, { paperId: typed })}
          />
          <TextField
            id={`${id}-${at}-amount`}
            name={`share-${line.line}-${at}`}
            label={words.partAmount}
            value={amount}
            input={{ inputMode: 'decimal' }}
            onValue={(typed) => change(at, { amount: typed })}
          />
        </div>
      ))}
      <output className={styles.text}>
        {left === 0
          ? words.partsWhole(dividedAs(line, parts) !== undefined)
          : words.partsLeft(decimalOf(Math.abs(left)), left > 0)}
      </output>
      {parts.length < PARTS_MAX && (
        <Button look="quiet" small onClick={() => onParts([...parts, { paperId: '', amount: '' }])}>
          {words.addPart}
        </Button>
      )}
    </>
  )
}
