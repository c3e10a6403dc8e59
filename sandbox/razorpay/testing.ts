import { createServer, type Server } from 'node:http'

import Razorpay from 'razorpay'

import { isRecord } from './http/exchange.ts'
import { startRazorpaySandbox, type RazorpaySandbox, type RazorpaySandboxOptions } from './server.ts'

export const KEY_ID = 'rzp_test_conformance01'
export const KEY_SECRET = 'conformance-key-secret'
export const WEBHOOK_SECRET = 'conformance-webhook-secret'

export type Json = Record<string, unknown>

export interface ReceivedWebhook {
  eventId: string
  signature: string
  body: string
  event: string
  parsed: Json
}

export interface Receiver {
  url: string
  received: ReceivedWebhook[]
  /** Answers to the next deliveries; 200 when empty. */
  statuses: number[]
  close(): Promise<void>
}

/** A JSON object, or a failed test. */
export function asObject(value: unknown): Json {
  if (!isRecord(value)) throw new Error(`Expected an object, got ${JSON.stringify(value)}`)
  return value
}

/** The text under a key, or a failed test. */
export function textAt(value: unknown, key: string): string {
  const text = asObject(value)[key]
  if (typeof text !== 'string') throw new Error(`Expected a text under ${key}, got ${JSON.stringify(text)}`)
  return text
}

/** The whole number under a key, or a failed test. */
export function numberAt(value: unknown, key: string): number {
  const number = asObject(value)[key]
  if (typeof number !== 'number')
    throw new Error(`Expected a number under ${key}, got ${JSON.stringify(number)}`)
  return number
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}

/** A local endpoint that keeps the raw body of every webhook it receives. */
async function startReceiver(): Promise<Receiver> {
  const received: ReceivedWebhook[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const parsed = asObject(JSON.parse(body))
      received.push({
        eventId: String(request.headers['x-razorpay-event-id']),
        signature: String(request.headers['x-razorpay-signature']),
        body,
        event: textAt(parsed, 'event'),
        parsed,
      })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/webhook`,
    received,
    statuses,
    close: () => closeServer(server),
  }
}

export interface Harness {
  sandbox: RazorpaySandbox
  sdk: Razorpay
  receiver: Receiver
  /** Any call with the account's keys; returns the status and the parsed body. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; json: Json }>
  /** A control call that must succeed. */
  control(path: string, body: unknown): Promise<Json>
  /** A monthly plan of 9.99 USD and an unpaid subscription to it. */
  newSubscription(fields?: Json): Promise<Json>
  subscription(id: string): Promise<Json>
  events(): string[]
  stop(): Promise<void>
}

/** The official SDK, pointed at the sandbox in the only way it allows. */
function createSdk(url: string): Razorpay {
  const sdk = new Razorpay({ key_id: KEY_ID, key_secret: KEY_SECRET })
  const rq: unknown = Reflect.get(sdk.api, 'rq')
  if (typeof rq !== 'function' || !('defaults' in rq)) throw new Error('The SDK no longer exposes api.rq')
  asObject(rq.defaults)['baseURL'] = url
  return sdk
}

/** A sandbox with its SDK and a webhook receiver, all on loopback. */
export async function startHarness(options: Partial<RazorpaySandboxOptions> = {}): Promise<Harness> {
  const receiver = await startReceiver()
  const sandbox = await startRazorpaySandbox({
    port: 0,
    keyId: KEY_ID,
    keySecret: KEY_SECRET,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: receiver.url,
    ...options,
  })
  const authorization = `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`

  const call: Harness['call'] = async (method, path, body, headers = {}) => {
    const init: RequestInit = {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
    }
    if (body !== undefined) init.body = JSON.stringify(body)
    const response = await fetch(sandbox.url + path, init)
    return { status: response.status, json: asObject(await response.json()) }
  }
  const control: Harness['control'] = async (path, body) => {
    const { status, json } = await call('POST', `/sandbox/${path}`, body)
    if (status !== 200) throw new Error(`POST /sandbox/${path}: ${status} ${JSON.stringify(json)}`)
    return json
  }
  return {
    sandbox,
    sdk: createSdk(sandbox.url),
    receiver,
    call,
    control,
    async newSubscription(fields = {}) {
      const item = { name: 'Tipsy', amount: 999, currency: 'USD' }
      const plan = await call('POST', '/v1/plans', { period: 'monthly', interval: 1, item })
      const created = await call('POST', '/v1/subscriptions', {
        plan_id: plan.json['id'],
        total_count: 12,
        ...fields,
      })
      if (created.status !== 200) throw new Error(JSON.stringify(created.json))
      return created.json
    },
    subscription: async (id) => (await call('GET', `/v1/subscriptions/${id}`)).json,
    events: () => receiver.received.map((webhook) => webhook.event),
    async stop() {
      await sandbox.close()
      await receiver.close()
    },
  }
}
