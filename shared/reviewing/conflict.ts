/** Conflicts of interest between a reviewer and a submission (decisions.md §6). */

export interface ConflictFacts {
  reviewer: { id: string; organization: string; email: string }
  author: { id: string; organization: string; email: string }
  /** The reason the reviewer gave when declaring a conflict, if they did. */
  declared: string | null
  /** Tells mail providers that anybody may use. */
  isPublicDomain: (domain: string) => boolean
}

export interface Conflict {
  reason: string
  /** The organisation rule can be overridden with a reason; the others never. */
  overridable: boolean
}

/** Why this reviewer must not review this submission, or null. The gravest reason comes first. */
export function conflictOf({ reviewer, author, declared, isPublicDomain }: ConflictFacts): Conflict | null {
  if (reviewer.id === author.id) return { reason: 'This is the reviewer’s own paper.', overridable: false }
  if (declared !== null)
    return { reason: `The reviewer declared a conflict: ${declared}`, overridable: false }
  const organization = plainName(reviewer.organization)
  if (organization !== '' && organization === plainName(author.organization)) {
    return { reason: `Reviewer and author are both of ${reviewer.organization.trim()}.`, overridable: true }
  }
  const domain = domainOf(reviewer.email)
  if (domain !== '' && !isPublicDomain(domain) && sharesDomain(domain, domainOf(author.email))) {
    return { reason: `Reviewer and author share the mail domain ${domain}.`, overridable: true }
  }
  return null
}

/** A name without case, accents, punctuation and doubled spaces. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** The same domain, or one below the other (`cs.uni.example` and `uni.example`). */
function sharesDomain(a: string, b: string): boolean {
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
}
