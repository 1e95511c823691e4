/** Somebody to invite, as typed: an address, with name and topics around it. */
export interface Invitee {
  email: string
  name?: string
  topics?: string[]
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
export function inviteesIn(pasted: string, topics: readonly string[] = []): Invitee[] {
  const topicBy = new Map(topics.map((topic) => [topic.toLowerCase(), topic]))
  return pasted.split('\n').flatMap((line) => peopleIn(line, topicBy))
}

function peopleIn(line: string, topicBy: ReadonlyMap<string, string>): Invitee[] {
  const found: Found[] = []
  let open: Found | undefined
  for (const piece of line.split(/[,;\t]+/).map((one) => one.replace(/["']/g, '').trim())) {
    if (piece === '') continue
    const email = /[^\s<>]+@[^\s<>]+/.exec(piece)?.[0] ?? ''
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
    // Without an address it is refused by name.
    if (email === '') return { email: names.join(' ') }
    const name = names.join(' ')
    return { email, ...(name && { name }), ...(topics.length > 0 && { topics }) }
  })
}
