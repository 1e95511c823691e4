/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** A web address of text that is not escaped, as a link to it. */
export function linkTo(address: string): string {
  const safe = escapeHtml(address)
  return `<a href="${safe}" style="color:#1f4e79">${safe}</a>`
}

/** A web address in running text: http and https alone, and nothing that could end an attribute or is not seen. */
const ADDRESS = /(?<![\p{L}\p{N}:/_-])https?:\/\/[^\s\p{C}<>"'`{}|\\^]{1,2000}/giu

/**
 * An organiser's own text as HTML in which web addresses can be followed; everything is escaped. An address that goes on
 * in a placeholder stays text, as it is not known before the placeholder is filled.
 */
export function withLinks(text: string): string {
  let html = ''
  let from = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found)
    if (text[index + found.length] === '{' || !URL.canParse(address)) continue
    html += escapeHtml(text.slice(from, index)) + linkTo(address)
    from = index + address.length
  }
  return html + escapeHtml(text.slice(from))
}

/** An address without the punctuation of the sentence that it stands in; a bracket stays where its other one is in it. */
function withoutEnd(found: string): string {
  let end = found.length
  const count = (sign: string) => found.slice(0, end).split(sign).length - 1
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? ''
    const isOver =
      '.,;:!?…»”’*_~'.includes(last) ||
      (last === ')' && count(')') > count('(')) ||
      (last === ']' && count(']') > count('['))
    if (!isOver) break
  }
  return found.slice(0, end)
}
