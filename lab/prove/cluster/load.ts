import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { hmacHex } from '#server/platform/secrets.ts'

import { chargedBody, randomId } from '../acknowledge.ts'
import type { Session } from '../lifecycle/session.ts'

/* What people and the provider ask of the balancer, whoever dies behind it. Each asks again until it is acknowledged. */

const AGAIN_AFTER_MS = 500
const PATIENCE_MS = 10_000
const MONTH_SECONDS = 30 * 86_400
const PASSWORD = 'quiet-harbour-lantern-9'

export interface Acknowledged {
  /** Of `performance.now()`: when the request that succeeded was sent, and when its answer came. */
  sentMs: number
  atMs: number
}

export interface Charge extends Acknowledged {
  paymentId: string
  /** When it was first sent. */
  firstMs: number
  /** Requests it took. */
  attempts: number
}

interface Answer {
  /** 0: there was no answer. */
  status: number
  text: string
  headers: http.IncomingHttpHeaders
}

const NO_ANSWER: Answer = { status: 0, text: '', headers: {} }

/** Asks once. */
export function askOnce(
  method: string,
  url: string,
  body: Buffer | null,
  {
    headers = {},
    from,
    patienceMs = PATIENCE_MS,
  }: { headers?: Record<string, string>; from?: string; patienceMs?: number } = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const options = {
      method,
      agent: false,
      timeout: patienceMs,
      headers: { ...(body && { 'content-length': String(body.length) }), ...headers },
      ...(from !== undefined && { localAddress: from }),
    }
    const request = http.request(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('error', () => resolve(NO_ANSWER))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(NO_ANSWER))
    request.end(body)
  })
}

/** Sends JSON once. */
function post(
  url: string,
  body: Buffer,
  { headers, from }: { headers?: Record<string, string>; from?: string } = {},
): Promise<Answer> {
  const json = { 'content-type': 'application/json', ...headers }
  return askOnce('POST', url, body, { headers: json, ...(from !== undefined && { from }) })
}

/** Addresses of one machine: all of 127.0.0.0/8 is this one. The balancer says where somebody is from. */
export function addressOf(network: number, person: number): string {
  return `127.${network + (person >> 16)}.${(person >> 8) & 255}.${person & 255}`
}

/**
 * Webhooks about charges at a steady rate, each sent again until it is acknowledged, as the provider does: so many, and
 * more until `isEnough`.
 */
export async function chargeSteadily(
  target: { baseUrl: string; secret: string; subscriptionIds: readonly string[] },
  { ratePerSecond, count, isEnough }: { ratePerSecond: number; count: number; isEnough: () => boolean },
  acknowledged: Charge[],
): Promise<void> {
  const firstEnd = Math.floor(Date.now() / 1000)
  const startedMs = performance.now()
  const waiting: Promise<void>[] = []
  for (let index = 0; index < count || !isEnough(); index += 1) {
    const early = startedMs + (index * 1000) / ratePerSecond - performance.now()
    if (early > 1) await sleep(early)
    const { subscriptionIds } = target
    const months = Math.floor(index / subscriptionIds.length) + 1
    const subscriptionId = subscriptionIds[index % subscriptionIds.length] ?? ''
    const paymentId = `pay_${randomId()}`
    const body = chargedBody(subscriptionId, paymentId, firstEnd + months * MONTH_SECONDS)
    waiting.push(chargeUntilAcknowledged(target, paymentId, body, acknowledged))
  }
  await Promise.all(waiting)
}

async function chargeUntilAcknowledged(
  { baseUrl, secret }: { baseUrl: string; secret: string },
  paymentId: string,
  body: Buffer,
  acknowledged: Charge[],
): Promise<void> {
  const headers = {
    'x-razorpay-signature': hmacHex(secret, body),
    'x-razorpay-event-id': `evt_${randomId()}`,
  }
  const firstMs = performance.now()
  for (let attempts = 1; ; attempts += 1) {
    const sentMs = performance.now()
    const { status } = await post(`${baseUrl}${WEBHOOK_PATH}`, body, { headers })
    if (status === 200) {
      acknowledged.push({ paymentId, firstMs, attempts, sentMs, atMs: performance.now() })
      return
    }
    await sleep(AGAIN_AFTER_MS)
  }
}

/** People sign up, each from an address of their own, until told to stop. Whoever got no answer is somebody else's problem. */
export async function signUpSteadily(
  baseUrl: string,
  everyMs: number,
  until: AbortSignal,
  acknowledged: string[],
): Promise<void> {
  for (let person = 1; !until.aborted; person += 1) {
    const email = `person-${person}@example.org`
    const form = {
      name: 'Nila Bose',
      username: `person${person}`,
      email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    }
    const { status } = await post(`${baseUrl}/api/auth/register`, Buffer.from(JSON.stringify(form)), {
      from: addressOf(1, person),
    })
    if (status === 200) acknowledged.push(email)
    await sleep(everyMs)
  }
}

export interface Joiner {
  userId: string
  session: Session
}

export interface Joined {
  userId: string
  providerSubscriptionId: string
}

/** Members join and pay at the provider, one after another, until told to stop; each repeats what failed, as people do. */
export async function joinSteadily(
  {
    baseUrl,
    cookieName,
    planId,
    pay,
  }: {
    baseUrl: string
    cookieName: string
    planId: string
    /** Answers what the checkout hands to the page; null: the provider is away. */
    pay: (providerSubscriptionId: string) => Promise<Record<string, unknown> | null>
  },
  people: readonly Joiner[],
  until: AbortSignal,
  acknowledged: Joined[],
): Promise<void> {
  for (const { userId, session } of people) {
    const ask = async (path: string, body: object): Promise<Record<string, unknown> | null> => {
      const headers = { authorization: `Bearer ${session.token}`, cookie: `${cookieName}=${session.cookie}` }
      const { status, text } = await post(`${baseUrl}/api${path}`, Buffer.from(JSON.stringify(body)), {
        headers,
      })
      return status === 200 ? (JSON.parse(text) as Record<string, unknown>) : null
    }
    const again = async (act: () => Promise<Record<string, unknown> | null>) => {
      while (!until.aborted) {
        const answer = await act()
        if (answer) return answer
        await sleep(AGAIN_AFTER_MS)
      }
      return null
    }
    const order = await again(() =>
      ask('/razorpay/createRazorpaySubscription', { planId, interval: 'monthly' }),
    )
    if (!order) return
    const subscriptionId = String(order['subscriptionId'])
    const paid = await again(() => pay(subscriptionId))
    if (!paid) return
    const confirmed = await again(() => ask('/razorpay/success', { subscriptionId, ...paid }))
    if (!confirmed) return
    acknowledged.push({ userId, providerSubscriptionId: subscriptionId })
    await sleep(AGAIN_AFTER_MS)
  }
}
