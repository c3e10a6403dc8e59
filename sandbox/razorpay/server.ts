import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { failAfter, failBefore, takeFailure } from './api/failures.ts'
import { answerApi } from './api/router.ts'
import { answerCheckout, isCheckoutPath } from './checkout/router.ts'
import { answerControl } from './control/router.ts'
import type { Running } from './control/running.ts'
import { createWalker } from './control/walk.ts'
import { createClock } from './core/clock.ts'
import type { Context } from './core/context.ts'
import { ApiError } from './core/errors.ts'
import { newId } from './core/ids.ts'
import { createInvoiceIndex } from './core/invoice-index.ts'
import { seededRandom } from './core/random.ts'
import { createStateWriter, emptyState, readState, stateText, type StateWriter } from './core/state.ts'
import { jsonReply, readExchange, sendReply, type Exchange, type Reply } from './http/exchange.ts'
import { isLoopbackHost, requireLoopbackHost } from './http/loopback.ts'
import { createDelivery, type Delivery } from './webhooks/delivery.ts'

export interface RazorpaySandboxOptions {
  /** A loopback address; 127.0.0.1 unless told otherwise. */
  host?: string
  /** 0 = any free port; a taken port falls back to any. */
  port: number
  /** Where the state is kept across restarts; in memory only when absent. */
  statePath?: string
  keyId: string
  keySecret: string
  webhookSecret: string
  webhookUrl?: string
  /** Takes `{ advanceSeconds }`, moves the shop's clock and ours with it (POST /sandbox/clock). */
  shopClockUrl?: string
  merchantName?: string
  /** How far a new sandbox's clock is from real time; an existing one continues where it was. */
  clockOffsetSeconds?: number
  /** Beyond this many webhooks, the oldest finished ones are dropped. */
  keptEvents?: number
}

export interface RazorpaySandbox {
  /** The base address, without /v1: the value of RAZORPAY_API_URL. */
  url: string
  /** The address of checkout.js: the value of RAZORPAY_CHECKOUT_URL. */
  checkoutUrl: string
  dashboardUrl: string
  setWebhookUrl(url: string): void
  setShopClockUrl(url: string): void
  close(): Promise<void>
}

/** How often to look for due charges and retries as real time passes. */
const TICK_MS = 500
const SAVE_SOON_MS = 500
const KEPT_EVENTS = 10_000

function refuseUnsafe(options: RazorpaySandboxOptions): void {
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error('The payment sandbox does not run with NODE_ENV=production. Configure the real Razorpay.')
  }
  const host = options.host ?? '127.0.0.1'
  if (!isLoopbackHost(host)) throw new Error(`The payment sandbox listens on loopback only, not on ${host}.`)
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  const attempt = (wanted: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(wanted, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  try {
    await attempt(port)
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || port === 0) throw error
    await attempt(0)
  }
  const address: string | AddressInfo | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no port.')
  return address.port
}

async function answerFaulty(
  running: Running,
  exchange: Exchange,
  response: ServerResponse,
  save: () => Promise<void>,
): Promise<void> {
  const mode = takeFailure(running.context, exchange)
  const early = await failBefore(running.context, mode)
  if (early !== null) {
    sendReply(response, early)
    return
  }
  let reply: Reply
  try {
    reply = jsonReply(200, answerApi(running.context, exchange))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    reply = jsonReply(error.status, error.toWire())
  }
  // An answer is a promise: its effects must survive a kill.
  if (exchange.method !== 'GET') await save()
  if (!failAfter(mode, response, reply)) sendReply(response, reply)
}

async function answer(
  running: Running,
  request: IncomingMessage,
  response: ServerResponse,
  save: () => Promise<void>,
): Promise<void> {
  requireLoopbackHost(request.headers.host)
  const exchange = await readExchange(request, running.context.publicUrl)
  const isCheckout = isCheckoutPath(exchange.url.pathname)
  if (exchange.segments[0] === 'v1' && !isCheckout) {
    await answerFaulty(running, exchange, response, save)
    return
  }
  const reply = isCheckout
    ? await answerCheckout(running.context, exchange)
    : await answerControl(running, exchange)
  if (exchange.method !== 'GET') await save()
  sendReply(response, reply ?? jsonReply(404, { error: { code: 'NOT_FOUND', description: 'No such page.' } }))
}

function respond(
  running: Running,
  request: IncomingMessage,
  response: ServerResponse,
  save: () => Promise<void>,
): void {
  answer(running, request, response, save).catch((error: unknown) => {
    if (response.headersSent) {
      response.destroy()
      return
    }
    if (error instanceof ApiError) sendReply(response, jsonReply(error.status, error.toWire()))
    else {
      const description = error instanceof Error ? error.message : String(error)
      sendReply(response, jsonReply(500, { error: { code: 'SERVER_ERROR', description } }))
    }
  })
}

interface Parts {
  running: Running
  delivery: Delivery
  writer: StateWriter
  /** From then on only explicit saves are written: the folder may be gone. */
  stopSavingSoon: () => void
}

function assemble(options: RazorpaySandboxOptions, publicUrl: () => string): Parts {
  const accountId = newId('acc')
  const state =
    options.statePath === undefined
      ? emptyState(accountId, options.clockOffsetSeconds)
      : readState(options.statePath, accountId, options.clockOffsetSeconds)
  const clock = createClock(state.clockOffsetSeconds)
  let random = seededRandom(state.knobs.seed)
  let webhookUrl = options.webhookUrl
  let shopClockUrl = options.shopClockUrl
  const context: Context = {
    keyId: options.keyId,
    keySecret: options.keySecret,
    merchantName: options.merchantName ?? 'Cheers',
    get publicUrl() {
      return publicUrl()
    },
    state,
    clock,
    invoices: createInvoiceIndex(state),
    random: () => random(),
    emit: (batch) => delivery.enqueue(batch),
  }
  const writer = createStateWriter(options.statePath, () =>
    stateText({ ...state, clockOffsetSeconds: clock.offsetSeconds() }),
  )
  let saveTimer: NodeJS.Timeout | undefined
  let savesSoon = true
  // Losing a delivery's changes to a kill is fine: the event is simply sent again.
  function saveSoon(): void {
    if (savesSoon)
      saveTimer ??= setTimeout(() => {
        saveTimer = undefined
        void writer.save()
      }, SAVE_SOON_MS).unref()
  }
  const delivery = createDelivery(context, {
    url: () => webhookUrl,
    secret: () => state.webhook.secret ?? options.webhookSecret,
    onChange: saveSoon,
    async keep() {
      // What tells of an event may still be changing.
      await Promise.resolve()
      if (savesSoon) await writer.save().catch(() => undefined)
    },
    keptEvents: options.keptEvents ?? KEPT_EVENTS,
  })
  const running: Running = {
    context,
    delivery,
    walker: createWalker(context, delivery),
    webhookUrl: () => webhookUrl,
    shopClockUrl: () => shopClockUrl,
    setShopClock(url) {
      shopClockUrl = url
    },
    setWebhook(change) {
      webhookUrl = change.url ?? webhookUrl
      state.webhook.secret = change.secret ?? state.webhook.secret
      // Setting the address again is how an operator re-enables a disabled webhook.
      state.webhook.isEnabled =
        change.isEnabled ?? (change.url === undefined ? state.webhook.isEnabled : true)
    },
    reseed(seed) {
      random = seededRandom(seed)
    },
  }
  return {
    running,
    delivery,
    writer,
    stopSavingSoon: () => {
      savesSoon = false
      clearTimeout(saveTimer)
    },
  }
}

/** Starts the sandbox on loopback. Throws under NODE_ENV=production and on any other host. */
export async function startRazorpaySandbox(options: RazorpaySandboxOptions): Promise<RazorpaySandbox> {
  refuseUnsafe(options)
  const host = options.host ?? '127.0.0.1'
  let url = ''
  const { running, delivery, writer, stopSavingSoon } = assemble(options, () => url)
  const server = createServer((request, response) => {
    respond(running, request, response, () => writer.save())
  })
  const port = await listen(server, host, options.port)
  url = `http://${host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
  delivery.recover()
  const ticker = setInterval(() => void running.walker.tick(), TICK_MS)
  return {
    url,
    checkoutUrl: `${url}/v1/checkout.js`,
    dashboardUrl: `${url}/sandbox`,
    setWebhookUrl: (webhookUrl) => running.setWebhook({ url: webhookUrl }),
    setShopClockUrl: (shopClockUrl) => running.setShopClock(shopClockUrl),
    async close() {
      clearInterval(ticker)
      await delivery.close()
      stopSavingSoon()
      await writer.save()
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
