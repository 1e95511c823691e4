/**
 * First and last name of a name as it was typed at the sign-up, for a start: the last word is taken for the last name. Nothing of
 * one that was made of the address, as an account that organisers open may have.
 */
export function namePartsOf({ name, email }: { name: string; email: string }) {
  if (name === email.split('@')[0]) return { firstName: '', lastName: '' }
  const words = name.trim().split(/\s+/)
  return words.length < 2
    ? { firstName: name.trim(), lastName: '' }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}
