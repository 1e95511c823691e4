/** What stands in a greeting for a name that is none. */
const NOBODY = 'colleague'

/** The longest that is greeted: a message could be written in more. */
const NAME_MAX = 60

/**
 * Who a mail greets: anybody may register an address that is not theirs under a name that is an errand (“Click evil.example now”),
 * and the portal's mail would carry it there. What holds an address of the web or of mail, or is too long, is greeted by no
 * name; a name as people bear them never is (“J.R.R. Tolkien”, “St.John”, “Ravi s/o Kumar”). A mail to somebody who is
 * known by their address alone greets that.
 */
export function greeted({ name, address }: { name: string; address: string }): string | undefined {
  return name === address || !isErrand(name) ? name : undefined
}

/** As {@link greeted}, with a word for nobody. */
export const greetedOr = (given: { name: string; address: string }) => greeted(given) ?? NOBODY

/** Titles that stand before a name without a space. */
const TITLES = /(?<![\p{L}\p{N}])(dr|prof|st|ste|mr|mrs|ms|mag|dipl|ing|sr|jr|rev|hon)\./giu
const LINK = /:\/\/|@|(?<![\p{L}\p{N}])www\./iu
/** Two words around a dot as mail programs make a link of them; initials are one letter before, and a capital after it. */
const DOMAIN =
  /[\p{L}\p{N}-]{2}\.[\p{L}\p{N}-]*\p{L}{2}|[\p{L}\p{N}]\.\p{Ll}{2,}|\.(com|net|org|info|biz|xyz|io)(?!\p{L})/u

function isErrand(name: string): boolean {
  // As a mail program reads it: full-width signs as the plain ones, without what is unseen.
  const plain = name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('。', '.')
  return plain.length > NAME_MAX || LINK.test(plain) || DOMAIN.test(plain.replace(TITLES, ' '))
}
