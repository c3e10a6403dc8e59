import dns from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import net, { type LookupFunction } from 'node:net'

import { refuseInTransaction } from '../db/transaction.ts'

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

export interface GuardOptions {
  resolve: (host: string) => Promise<ResolvedAddress[]>
  isAllowedAddress: (address: string, family: 4 | 6) => boolean
  allowedPorts: number[]
}

/** The address, its port or its DNS answer points somewhere a request for strangers must never reach. */
export class BlockedAddressError extends Error {
  override name = 'BlockedAddressError'
}

// IANA special-purpose registry, https://www.iana.org/assignments/iana-ipv4-special-registry
const specialIpv4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's host agent answers on this public-looking address inside every virtual machine.
  ['168.63.129.16', 32],
]

// Only 2000::/3 is global unicast; these are the parts of it that are not the public internet:
// protocol assignments with Teredo and ORCHID, documentation, 6to4, 6bone.
const specialIpv6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3ffe::', 16],
  ['3fff::', 20],
]

const refusedIpv4 = subnets(specialIpv4, 'ipv4')
const refusedIpv6 = subnets(specialIpv6, 'ipv6')
const globalIpv6 = subnets([['2000::', 3]], 'ipv6')

function subnets(ranges: [string, number][], type: 'ipv4' | 'ipv6'): net.BlockList {
  const list = new net.BlockList()
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, type)
  return list
}

/** Whether an address belongs to the public internet; an unreadable one doesn't. */
export function isPublicAddress(address: string, family: 4 | 6): boolean {
  if (net.isIP(address) !== family || address.includes('%')) return false
  if (family === 4) return !refusedIpv4.check(address, 'ipv4')
  // Mapped, compatible, NAT64, unique-local, link-local and multicast forms all lie outside 2000::/3.
  return globalIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6')
}

/** Queries the system resolver for every address of a host. */
export async function resolveHost(host: string): Promise<ResolvedAddress[]> {
  const answers = await dns.lookup(host, { all: true, order: 'verbatim' })
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

/** The literal address a URL names, or null when it names a host; URL has already undone decimal, octal and hex. */
export function findLiteralAddress(url: URL): ResolvedAddress | null {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = net.isIP(host)
  return family === 4 || family === 6 ? { address: host, family } : null
}

/** The addresses a URL may be reached at; throws BlockedAddressError when even one of them isn't allowed. */
export async function listAllowedAddresses(url: URL, guard: GuardOptions): Promise<ResolvedAddress[]> {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (!guard.allowedPorts.includes(port)) throw new BlockedAddressError(`port ${port}`)
  const literal = findLiteralAddress(url)
  const addresses = literal === null ? await guard.resolve(url.hostname) : [literal]
  if (addresses.length === 0) throw new Error(`no address for ${url.hostname}`)
  for (const { address, family } of addresses) {
    if (!guard.isAllowedAddress(address, family)) throw new BlockedAddressError(address)
  }
  return addresses
}

/** Sends one request to addresses that were already checked; the name is never resolved again. */
export function requestPinned(
  url: URL,
  addresses: ResolvedAddress[],
  headers: Record<string, string>,
  signal: AbortSignal,
  /** Posted; absent: it is a GET. */
  body?: Buffer,
): Promise<http.IncomingMessage> {
  refuseInTransaction('Another site')
  // Answering the socket's own look-up closes the gap in which a second DNS answer could differ from the first.
  const lookup: LookupFunction = (_host, options, callback) => {
    const [first] = addresses
    if (first === undefined) callback(new Error('no address'), '', 0)
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  }
  // Own agents: a shared one could hand over a socket that was opened for another check.
  const method = body ? 'POST' : 'GET'
  const options = { method, headers, lookup, signal, maxHeaderSize: 16 * 1024 }
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const request =
    url.protocol === 'https:'
      ? https.request(url, {
          ...options,
          agent: new https.Agent({ keepAlive: false, rejectUnauthorized: true }),
        })
      : http.request(url, { ...options, agent: new http.Agent({ keepAlive: false }) })
  request.once('response', resolve)
  request.on('error', reject)
  // An unasked-for protocol switch closes the socket with neither a response nor an error.
  request.once('close', () => reject(new Error('closed without a response')))
  request.end(body)
  return promise
}
