import type { Text } from '#server/affinity/terms.ts'

/** The words of a paper that say most, as somebody would pick them: the longer ones, each once, in their order. */
function subjectWords({ title, abstract }: Text, most: number): string[] {
  const all = `${title} ${abstract}`.toLowerCase().match(/\p{L}{5,}/gu) ?? []
  return [...new Set(all)].slice(0, most)
}

function portions(words: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(words.length / size) }, (_, n) =>
    words.slice(n * size, (n + 1) * size),
  )
}

const text = (id: string, title: string, abstract = ''): Text => ({ id: `added-${id}`, title, abstract })

/** What a reviewer who wants a paper may add to their publications, by what it is. */
export const steeringTexts: Record<string, (paper: Text) => Text[]> = {
  nothing: () => [],
  'a list of 24 of its words': (paper) => [text('list', 'A study', subjectWords(paper, 24).join(' '))],
  'the same with “and” after every fifth': (paper) => [
    text(
      'and',
      'A study',
      portions(subjectWords(paper, 24), 5)
        .map((some) => some.join(' '))
        .join(' and '),
    ),
  ],
  'its words in sentences': (paper) => [
    text(
      'sentences',
      'A study',
      portions(subjectWords(paper, 24), 3)
        .map((some) => `We study the ${some.join(' and the ')} in practice.`)
        .join(' '),
    ),
  ],
  'five titles of its words': (paper) =>
    portions(subjectWords(paper, 25), 5).map((some, n) => text(`title-${n}`, some.join(' and '))),
  'twelve titles of three of its words': (paper) =>
    portions(subjectWords(paper, 36), 3).map((some, n) => text(`short-${n}`, some.join(' '))),
  'five titles of five of its words and two of another paper': (paper) =>
    portions(subjectWords(paper, 25), 5).map((some, n) =>
      text(`wide-${n}`, `${some.join(' ')} ${TWO[n] ?? ''}`),
    ),
  'its words in sentences, as many words of another paper between them': (paper) => [
    text(
      'mixed',
      'A study',
      portions(subjectWords(paper, 24), 3)
        .map((some, n) => `We study the ${some.join(' and the ')} of ${OTHERS[n % OTHERS.length] ?? ''}.`)
        .join(' '),
    ),
  ],
  'its title, and its abstract in other words’ company': (paper) => [
    text('title', paper.title, `${paper.abstract.slice(0, 300)} ${OTHERS.join('. ')}.`),
  ],
}

/** What other papers may be about. */
const TWO = [
  'volcanic harbours',
  'spruce beetles',
  'medieval ledgers',
  'brackish fjords',
  'mountain shepherds',
]
const OTHERS = [
  'volcanic ash over northern harbours',
  'beetles under the bark of spruces',
  'medieval ledgers and their water marks',
  'tides in narrow brackish fjords',
  'a dialect of mountain shepherds',
  'glazes for porcelain kilns',
]
