/**
 * A mail address with its domain as mail servers know it (RFC 5891, by the rules that browsers use): `anna@bücher.example` and
 * `anna@xn--bcher-kva.example` are one. What stands before the @ is left alone; so is what has no such domain.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  // A URL reads more than a domain; what only a URL has is no address.
  if (at < 1 || !/\P{ASCII}/u.test(domain) || /[\s/?#:%\\[\]<>|^]/.test(domain)) return address
  try {
    return `${address.slice(0, at)}@${new URL(`https://${domain}`).hostname}`
  } catch {
    return address
  }
}

/** Whether what stands before the @ has letters that only some mail servers take (RFC 6531). */
export function hasOtherLocalPart(address: string): boolean {
  return /\P{ASCII}/u.test(address.slice(0, Math.max(0, address.lastIndexOf('@'))))
}

/** As zod's own, and the last part of a domain may be one of another script (`xn--p1ai`). */
export const addressPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/
