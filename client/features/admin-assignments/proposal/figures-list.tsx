import { Fact, Facts } from '#client/ui/facts.tsx'
import { words } from './figure-words.ts'
import type { ProposalFigures } from './figures-of.ts'

/** What a proposal is worth, in figures. */
export function FiguresList({ figures }: { figures: ProposalFigures }) {
  return (
    <Facts>
      <Fact name={words.total}>{words.score(figures.total)}</Fact>
      <Fact name={words.mean}>{words.score(figures.mean)}</Fact>
      <Fact name={words.worst}>{words.score(figures.worst)}</Fact>
      <Fact name={words.loads}>{words.loadsFrom(figures.leastLoad, figures.mostLoad)}</Fact>
      <Fact name={words.experts}>{words.expertShare({ some: figures.withExpert, all: figures.papers })}</Fact>
      <Fact name={words.open}>{figures.open}</Fact>
    </Facts>
  )
}
