import { ScrollFrame } from '#client/ui/scroll-frame.tsx'
import { words } from './figure-words.ts'
import type { ProposalFigures } from './figures-of.ts'
import styles from './proposal.module.css'

interface Props {
  caption: string
  now: ProposalFigures
  other: ProposalFigures
  /** What the other column is of. */
  otherName: string
}

/** The figures of two proposals side by side, and their differences. */
export function FiguresTable({ caption, now, other, otherName }: Props) {
  const share = ({ withExpert, papers }: ProposalFigures) => ({ some: withExpert, all: papers })
  const loads = ({ leastLoad, mostLoad }: ProposalFigures) => words.loadsFrom(leastLoad, mostLoad)
  const score = (name: string, of: (figures: ProposalFigures) => number) =>
    [name, words.score(of(now)), words.score(of(other)), words.differ(of(now), of(other))] as const
  const rows = [
    score(words.total, ({ total }) => total),
    score(words.mean, ({ mean }) => mean),
    score(words.worst, ({ worst }) => worst),
    [words.loads, loads(now), loads(other), ''],
    [
      words.experts,
      words.expertShare(share(now)),
      words.expertShare(share(other)),
      words.differExperts(share(now), share(other)),
    ],
    [words.open, `${now.open}`, `${other.open}`, words.differWhole(now.open - other.open)],
  ] as const
  return (
    <ScrollFrame label={caption}>
      <table className={styles.figures}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.figure}</th>
            <th scope="col">{words.now}</th>
            <th scope="col">{otherName}</th>
            <th scope="col">{words.difference}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, here, there, difference]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{here}</td>
              <td>{there}</td>
              <td>{difference}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
