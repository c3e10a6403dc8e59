import { readFileSync } from 'node:fs'

import type { Context } from '../core/context.ts'
import { ApiError, badRequest } from '../core/errors.ts'
import { jsonReply, parseBody, type Exchange, type Reply } from '../http/exchange.ts'
import { checkoutPage, isLoopbackUrl, refusalPage, type CheckoutView } from './page.ts'
import { getPayable, submitApproval, submitCard, submitOtp, submitUpi } from './payments.ts'

const ASSETS: Record<string, { file: string; type: string }> = {
  '/v1/checkout.js': { file: 'checkout.js', type: 'text/javascript' },
  '/v1/checkout/page.js': { file: 'page.js', type: 'text/javascript' },
  '/v1/checkout/upi.js': { file: 'upi.js', type: 'text/javascript' },
  '/v1/checkout/refusal.js': { file: 'refusal.js', type: 'text/javascript' },
  '/v1/checkout/page.css': { file: 'page.css', type: 'text/css' },
  '/v1/checkout/card-form.css': { file: 'card-form.css', type: 'text/css' },
  '/v1/checkout/upi-form.css': { file: 'upi-form.css', type: 'text/css' },
}

function asset(path: string): Reply | null {
  const found = Object.hasOwn(ASSETS, path) ? ASSETS[path] : undefined
  if (found === undefined) return null
  return {
    status: 200,
    headers: {
      'content-type': `${found.type}; charset=utf-8`,
      // The page that includes checkout.js naturally has another origin.
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
    body: readFileSync(new URL(`./browser/${found.file}`, import.meta.url)),
  }
}

function loopbackOrNothing(text: string | null): string {
  return text !== null && isLoopbackUrl(text) ? text : ''
}

function readView(context: Context, query: URLSearchParams): CheckoutView {
  const origin = loopbackOrNothing(query.get('origin'))
  const image = query.get('image') ?? ''
  const isImage = URL.canParse(image) && /^https?:$/.test(new URL(image).protocol)
  return {
    hostOrigin: origin === '' ? '' : new URL(origin).origin,
    callbackUrl: loopbackOrNothing(query.get('callback_url')),
    merchantName: query.get('name') ?? context.merchantName,
    description: query.get('description') ?? '',
    imageUrl: isImage ? image : '',
    color: query.get('color') ?? '',
    holder: query.get('prefill_name') ?? '',
    email: query.get('prefill_email') ?? '',
    contact: query.get('prefill_contact') ?? '',
    isCardChange: query.get('card_change') === '1',
  }
}

function embeddedPage(context: Context, query: URLSearchParams): Reply {
  const view = readView(context, query)
  if (view.hostOrigin === '')
    return refusalPage('', 'The page that opened the checkout is not on this machine.')
  try {
    const subscription = getPayable(context, query.get('key_id') ?? '', query.get('subscription_id') ?? '')
    return checkoutPage(context, subscription, view)
  } catch (error) {
    if (error instanceof ApiError) return refusalPage(view.hostOrigin, error.message)
    throw error
  }
}

function hostedPage(context: Context, code: string, query: URLSearchParams): Reply {
  const { subscriptions, invoices } = context.state
  const invoice = Object.values(invoices).find((entry) => entry.shortCode === code)
  const subscription =
    Object.values(subscriptions).find((entry) => entry.shortCode === code) ??
    subscriptions[invoice?.subscriptionId ?? '']
  if (subscription === undefined) return refusalPage('', 'There is no such payment link.')
  return checkoutPage(context, subscription, { ...readView(context, query), hostOrigin: '' })
}

function requireOwnPage(exchange: Exchange): void {
  const site = exchange.request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw badRequest('Only the checkout page may call this.')
}

/** Whether the path belongs to the checkout rather than to the API or the control pages. */
export function isCheckoutPath(pathname: string): boolean {
  return pathname === '/v1/checkout.js' || pathname.startsWith('/v1/checkout/') || pathname.startsWith('/i/')
}

/** The sandbox's browser side: checkout.js, the card form and the hosted pages; null for any other path. */
export async function answerCheckout(context: Context, exchange: Exchange): Promise<Reply | null> {
  const { method, url, segments } = exchange
  if (method === 'GET') {
    const file = asset(url.pathname)
    if (file !== null) return file
    if (url.pathname === '/v1/checkout/public') return embeddedPage(context, url.searchParams)
    if (segments[0] === 'i' && segments.length === 2) {
      return hostedPage(context, segments[1] ?? '', url.searchParams)
    }
    return null
  }
  if (method !== 'POST') return null
  if (url.pathname === '/v1/checkout/payments') {
    requireOwnPage(exchange)
    return jsonReply(200, await submitCard(context, parseBody(exchange)))
  }
  if (url.pathname === '/v1/checkout/upi') {
    requireOwnPage(exchange)
    return jsonReply(200, submitUpi(context, parseBody(exchange)))
  }
  if (url.pathname === '/v1/checkout/approval') {
    requireOwnPage(exchange)
    return jsonReply(200, submitApproval(context, parseBody(exchange)))
  }
  if (url.pathname === '/v1/checkout/otp') {
    requireOwnPage(exchange)
    return jsonReply(200, submitOtp(context, parseBody(exchange)))
  }
  return null
}
