import { createHash } from 'node:crypto'

import {
  type GuardOptions,
  isPublicAddress,
  listAllowedAddresses,
  requestPinned,
  resolveHost,
} from '../outgoing/pinned-request.ts'
import { RESTORED_COPY } from '../restored-copy.ts'

/** A browser that takes pushes, as its push service described it. */
export interface PushDevice {
  endpoint: string
  /** The browser's public key and secret, base64url. */
  p256dh: string
  auth: string
}

/** Our own key pair (RFC 8292), base64url: push services know us by it. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

export interface Push {
  /** JSON, read by web/public/service-worker.js. */
  text: string
  /** While it waits at the push service, a later one with the same name takes its place. */
  name: string
}

/** `gone`: the browser takes no more pushes. `refused`: the push service won't take this one, however often it is sent. */
export type PushOutcome = 'sent' | 'gone' | 'refused'

export interface PushClient {
  /** Whether an address is a push service's. Any other is somebody's wish that we call it. */
  isKnownService(endpoint: string): boolean
  makeKeys(): Promise<PushKeys>
  /** Encrypts (RFC 8291) and sends. Throws where trying again may help. */
  send(device: PushDevice, push: Push, keys: PushKeys, signal: AbortSignal): Promise<PushOutcome>
}

interface Options {
  /** Where browsers' push services live: these hosts and those below them. */
  hosts?: readonly string[]
  guard?: GuardOptions
  protocol?: string
  /** In a restored copy. */
  isSilent?: boolean
}

/** Chrome and its kin, Firefox, Safari, Edge. */
const SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const

const PUBLIC: GuardOptions = {
  resolve: resolveHost,
  isAllowedAddress: isPublicAddress,
  allowedPorts: [443],
}

/** Nobody wants yesterday's news. */
const TTL_SECONDS = 86_400
const TIMEOUT_MS = 10_000
/** RFC 8030 allows no more in the name of a push. */
const NAME_CHARACTERS = 32

/** The library encrypts and signs; the request is our own, to an address that was checked. */
export function createPushClient(
  publicUrl: string,
  operatorEmail: string,
  { hosts = SERVICES, guard = PUBLIC, protocol = 'https:', isSilent = false }: Options = {},
): PushClient {
  const subject = publicUrl.startsWith('https:') ? publicUrl : `mailto:${operatorEmail}`

  function isKnownService(endpoint: string): boolean {
    const url = URL.parse(endpoint)
    if (url?.protocol !== protocol || url.username !== '' || url.password !== '') return false
    return hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  }

  return {
    isKnownService,
    async makeKeys() {
      const { default: webPush } = await import('web-push')
      return webPush.generateVAPIDKeys()
    },
    async send({ endpoint, p256dh, auth }, { text, name }, keys, signal) {
      if (isSilent) throw new Error(`The push is not sent: ${RESTORED_COPY}`)
      if (!isKnownService(endpoint)) return 'gone'
      const { default: webPush } = await import('web-push')
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: { subject, ...keys },
        TTL: TTL_SECONDS,
        contentEncoding: 'aes128gcm',
        topic: createHash('sha256').update(name).digest('base64url').slice(0, NAME_CHARACTERS),
      })
      const url = new URL(endpoint)
      const addresses = await listAllowedAddresses(url, guard)
      const either = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const answer = await requestPinned(url, addresses, headers, either, body ?? undefined)
      answer.resume()
      return outcomeOf(answer.statusCode ?? 0)
    },
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  // Too many, or their trouble: later.
  if (status === 429 || status >= 500) throw new Error(`The push service answered ${status}`)
  return 'refused'
}
