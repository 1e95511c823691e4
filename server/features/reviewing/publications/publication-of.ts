import { PUBLICATION_ABSTRACT_MAX, PUBLICATION_TITLE_MAX } from '#shared/reviewing/publications-contract.ts'
import type { UnreadEntry } from '#shared/reviewing/unread-entries.ts'

/** A publication as a list names it. */
export interface ReadPublication {
  title: string
  abstract: string
}

/** What a list was found to hold. */
export interface ReadList {
  found: ReadPublication[]
  /** Entries without a title, or that are not understood. */
  unread: UnreadEntry[]
  /** The same as a list of their own, to be corrected and given again. */
  rest: string
}

/** Title and abstract as they are kept; nothing where there is no title. */
export function publicationOf(title: unknown, abstract: unknown): ReadPublication[] {
  const named = plain(title).slice(0, PUBLICATION_TITLE_MAX).trim()
  if (!/\p{L}{2}/u.test(named)) return []
  return [{ title: named, abstract: plain(abstract).slice(0, PUBLICATION_ABSTRACT_MAX).trim() }]
}

/** Markup as titles have it; other angle brackets are signs of the text. */
const MARKUP =
  /<\/?(?:[a-z]{1,8}:[a-z-]{1,30}|b|i|u|em|strong|su[bp]|span|sc|scp|tt|a|p|br|bold|italic|title|math|m[a-z]{1,10}|inline-formula|tex-math)(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*\/?>/gi
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }

/** Without markup and control characters, on one line, and whole. */
function plain(given: unknown): string {
  return (typeof given === 'string' ? given : '')
    .toWellFormed()
    .replace(
      /&(lt|gt|amp|quot|apos|nbsp);/gi,
      (entity, name: string) => entities[name.toLowerCase()] ?? entity,
    )
    .replace(MARKUP, '')
    .normalize('NFC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\ufffd\s]+/gu, ' ')
    .trim()
}
