import { isIP } from 'node:net'

/** Reads a list of proxies; undefined if one of them can't be one. */
export function proxies(text: string): string[] | undefined {
  const addresses = text.split(',').map((address) => address.trim())
  return addresses.every(isProxy) ? addresses : undefined
}

/** An address, a network, or one of the names that the proxy handling knows. */
function isProxy(text: string): boolean {
  if (/^(?:loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [, address = '', prefix = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  return Number(prefix) <= ({ 4: 32, 6: 128 }[isIP(address)] ?? -1)
}
