/** What a line of a list begins with: a bullet, or a number of up to three digits with a bracket or a full stop and a space. */
const LIST_MARK = /^\s*(?:[-–—•·*▪‣◦]\s+|\[\d{1,3}\]\s*|\(\d{1,3}\)\s*|\d{1,3}[.)]\s+)(?=\S)/u

/** A title without the bullet or number that a list put before it. "3D printing" and "2001: a year" keep theirs. */
export function withoutListMark(title: string): string {
  return title.replace(LIST_MARK, '')
}

/** By which titles are the same, however they are written and listed; '' where they have neither letters nor digits. */
export function titleKey(title: string): string {
  return withoutListMark(title)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
