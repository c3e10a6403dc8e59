import { isIP } from 'node:net'

/**
 * The address of a caller as limits see it: an IPv4 address, or the first half of an IPv6 address, because a household
 * or a rented server is given at least a /64 and may use a new address for each request. IPv6 forms of an IPv4 address
 * (::ffff:192.0.2.1, ::ffff:c000:201) are that IPv4 address. Anything else is shortened and kept.
 */
export function limitedAddress(address: string): string {
  // Without the brackets and the port after them, or the zone.
  const [plain = ''] = address.trim().replace(/^\[/, '').split(/[\]%]/, 1)
  if (isIP(plain) === 4) return plain
  if (isIP(plain) !== 6) return plain.slice(0, 64)
  const groups = groupsOf(plain)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address that is known to be one. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const [before, after] = [numbersOf(head), numbersOf(tail ?? '')]
  if (tail === undefined) return before
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function numbersOf(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
