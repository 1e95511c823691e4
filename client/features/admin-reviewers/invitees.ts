import { invitee } from '#shared/people/desk-contract.ts'

/** Somebody to invite, as typed: an address, with name and topics around it. */
export interface Invitee {
  email: string
  name?: string
  topics?: string[]
}

/** A line that invites nobody as it stands; somebody else on it may be invited all the same. */
interface BadLine {
  line: number
  text: string
  why: string
}

interface ReadLines {
  people: Invitee[]
  bad: BadLine[]
}

interface Found {
  email: string
  names: string[]
  topics: string[]
}

/**
 * Reads pasted lines: `rita@uni.example Rita Ruiz`, `Rita Ruiz <rita@uni.example>`, `Rita Ruiz, rita@uni.example, Bridges`;
 * several people on a line, with commas, semicolons or tabs too. What is one of the conference's topics is a topic.
 */
export function inviteesIn(pasted: string, topics: readonly string[] = []): ReadLines {
  const topicBy = new Map(topics.map((topic) => [topic.toLowerCase(), topic]))
  const people: Invitee[] = []
  const bad: BadLine[] = []
  for (const [index, text] of pasted.split('\n').entries()) {
    const read = peopleIn(text, topicBy).map((one) => ({ one, wrong: invitee.safeParse(one).error }))
    people.push(...read.filter(({ wrong }) => wrong === undefined).map(({ one }) => one))
    const [first] = read.flatMap(({ wrong }) => wrong?.issues[0]?.message ?? [])
    if (first !== undefined) bad.push({ line: index + 1, text: text.trim(), why: first })
  }
  return { people, bad }
}

function peopleIn(line: string, topicBy: ReadonlyMap<string, string>): Invitee[] {
  const found: Found[] = []
  let open: Found | undefined
  for (const piece of line.split(/[,;\t]+/).map((one) => one.replace(/["']/g, '').trim())) {
    if (piece === '') continue
    const email = piece.split(/[\s<>]+/).find((word) => word.slice(1, -1).includes('@')) ?? ''
    if (open === undefined || (email !== '' && open.email !== '')) {
      open = { email: '', names: [], topics: [] }
      found.push(open)
    }
    const topic = topicBy.get(piece.toLowerCase())
    const name = piece.replace(email, ' ').replace(/[<>]+/g, ' ').replace(/\s+/g, ' ').trim()
    if (email !== '') open.email = email
    if (topic !== undefined) open.topics.push(topic)
    else if (name !== '') open.names.push(name)
  }
  return found.map(({ email, names, topics }) => {
    // Without an address its line is said to be wrong.
    if (email === '') return { email: names.join(' ') }
    const name = names.join(' ')
    return { email, ...(name && { name }), ...(topics.length > 0 && { topics }) }
  })
}
