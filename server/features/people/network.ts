import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that one household or office is given; what follows it chooses itself (RFC 6177, RFC 8981). */
const PREFIX = 64

/**
 * Whom a limit by address counts as one: an IPv4 address, written in whichever way, or an IPv6 network of 64 bits. What is
 * no address is taken as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const known = ipaddr.process(address)
  if (known.kind() === 'ipv4') return known.toString()
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${known.toString()}/${PREFIX}`)
  return `${network.toString()}/${PREFIX}`
}
