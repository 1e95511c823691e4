/** Somebody to invite, as typed: an address, and a name after it. */
export interface Invitee {
  email: string
  name?: string
}

/** Reads pasted lines: `rita@uni.example Rita Ruiz`, `Rita Ruiz <rita@uni.example>`, with commas or semicolons too. */
export function inviteesIn(pasted: string): Invitee[] {
  return pasted.split(/[\n;]+/).flatMap((line) => {
    const email = /[^\s<>,"]+@[^\s<>,"]+/.exec(line)?.[0]
    if (email === undefined) return line.trim() === '' ? [] : [{ email: line.trim() }]
    const name = line
      .replace(email, ' ')
      .replace(/[<>,"]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return [{ email, ...(name === '' ? {} : { name }) }]
  })
}
