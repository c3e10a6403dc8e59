import { getEntity } from '../api/call.ts'
import { findCardByKey, TEST_CARDS } from '../billing/cards.ts'
import { authorizeLate, confirmOtp, payByCard, requirePayable } from '../billing/first-payment.ts'
import { chargeNow } from '../billing/renewal.ts'
import { balancePaise } from '../billing/settlement.ts'
import { answerUpi, askByUpi } from '../billing/upi-payment.ts'
import { handlerResponse, resultWire } from '../checkout/payments.ts'
import type { Context } from '../core/context.ts'
import type { ChargeOutcome, Subscription, Wire } from '../core/entities.ts'
import { ApiError, badRequest } from '../core/errors.ts'
import { jsonReply, parseBody, redirectReply, type Exchange, type Reply } from '../http/exchange.ts'
import { allowKeys, findFlag, findInteger, findText, requireText, type Fields } from '../http/fields.ts'
import { feesPaise, paymentWire } from '../wire/payment.ts'
import { subscriptionWire } from '../wire/subscription.ts'
import { bankAnswers } from './bank.ts'
import { dashboardReply, styleReply } from './dashboard.ts'
import { endDisturbances, setDisturbance } from './disturbances.ts'
import { getEvent, listEvents, eventWire } from './events.ts'
import { setKnobs } from './knobs.ts'
import type { Running } from './running.ts'
import { advanceClock, clockWire, travelTogether } from './travel.ts'

type Answer = (running: Running, body: Fields, id: string, url: URL) => Wire | Promise<Wire>

function readOutcome(body: Fields): ChargeOutcome {
  const outcome = requireText(body, 'outcome')
  if (outcome !== 'success' && outcome !== 'failure') {
    throw badRequest('The outcome is success or failure.', 'outcome')
  }
  return outcome
}

function pay(running: Running, body: Fields): Wire {
  const { context } = running
  allowKeys(body, [
    'subscription_id',
    'card',
    'otp',
    'name',
    'email',
    'contact',
    'card_change',
    'expiry',
    'vpa',
  ])
  const subscription = getEntity(context.state.subscriptions, 'sub', requireText(body, 'subscription_id'))
  const vpa = findText(body, 'vpa')
  if (vpa !== null) return payByUpi(context, subscription, vpa)
  const key = findText(body, 'card') ?? 'success'
  const card = findCardByKey(key)
  if (card === null) {
    throw badRequest(`The card is one of ${TEST_CARDS.map((known) => known.key).join(', ')}.`, 'card')
  }
  requirePayable(context, subscription, findFlag(body, 'card_change') === true)
  const started = payByCard(context, subscription, {
    number: card.number,
    expiry: findText(body, 'expiry'),
    holder: findText(body, 'name') ?? 'Test Member',
    email: findText(body, 'email') ?? 'member@example.com',
    contact: findText(body, 'contact') ?? '+919876543210',
  })
  const result =
    started.outcome === 'otp'
      ? confirmOtp(context, subscription, started.payment, findText(body, 'otp') ?? '123456')
      : started
  if (result.outcome === 'captured') return handlerResponse(context, result.payment)
  return resultWire(context, result)
}

/** Pays from a UPI address whose owner approves at once. */
function payByUpi(context: Context, subscription: Subscription, vpa: string): Wire {
  requirePayable(context, subscription, false)
  const entry = { vpa, email: 'member@example.com', contact: '+919876543210' }
  const { payment } = askByUpi(context, subscription, entry)
  const result = answerUpi(context, subscription, payment, true)
  return result.outcome === 'captured' ? handlerResponse(context, payment) : resultWire(context, result)
}

function charge(running: Running, body: Fields, id: string): Wire {
  const { context } = running
  allowKeys(body, ['outcome'])
  const subscription = getEntity(context.state.subscriptions, 'sub', id)
  const payment = chargeNow(context, subscription, readOutcome(body))
  return {
    subscription: subscriptionWire(context, subscription),
    payment: payment === null ? null : paymentWire(payment),
  }
}

function planOutcome(running: Running, body: Fields, id: string): Wire {
  allowKeys(body, ['outcome', 'times'])
  const subscription = getEntity(running.context.state.subscriptions, 'sub', id)
  const times = findInteger(body, 'times') ?? 1
  if (times < 1 || times > 100) throw badRequest('The times are between 1 and 100.', 'times')
  const outcome = readOutcome(body)
  for (let count = 0; count < times; count += 1) subscription.nextOutcomes.push(outcome)
  return { id, next_outcomes: subscription.nextOutcomes }
}

function authorizePaymentLate(running: Running, _body: Fields, id: string): Wire {
  const payment = getEntity(running.context.state.payments, 'pay', id)
  authorizeLate(running.context, payment)
  return paymentWire(payment)
}

function setWebhook(running: Running, body: Fields): Wire {
  allowKeys(body, ['url', 'secret', 'enabled'])
  running.setWebhook({
    url: findText(body, 'url') ?? undefined,
    secret: findText(body, 'secret') ?? undefined,
    isEnabled: findFlag(body, 'enabled') ?? undefined,
  })
  return webhookWire(running)
}

function webhookWire(running: Running): Wire {
  return { url: running.webhookUrl() ?? null, enabled: running.context.state.webhook.isEnabled }
}

async function redeliver(running: Running, _body: Fields, id: string): Promise<Wire> {
  const event = getEvent(running, id)
  running.delivery.replay(event)
  await running.delivery.drain()
  return eventWire(event)
}

async function drain(running: Running): Promise<Wire> {
  await running.delivery.drain()
  return { waiting: 0 }
}

/** Everything the account holds, for an audit from outside. */
function stateWire(running: Running): Wire {
  const { state } = running.context
  return {
    account_id: state.accountId,
    plans: state.plans,
    subscriptions: state.subscriptions,
    invoices: state.invoices,
    addons: state.addons,
    payments: Object.fromEntries(
      Object.entries(state.payments).map(([id, payment]) => [
        id,
        { ...payment, feePaise: feesPaise(payment).fee },
      ]),
    ),
    refunds: state.refunds,
    disputes: state.disputes,
    documents: state.documents,
    payouts: state.payouts,
    settlements: state.settlements,
    balance: balancePaise(running.context),
  }
}

const ROUTES: Record<string, Answer> = {
  'GET clock': (running) => clockWire(running),
  'POST clock': advanceClock,
  'POST travel': travelTogether,
  'POST pay': pay,
  'GET knobs': (running) => ({ ...running.context.state.knobs }),
  'POST knobs': setKnobs,
  'POST disturbances': endDisturbances,
  'POST disturbances/:id': setDisturbance,
  'GET events': (running, _body, _id, url) => listEvents(running, url.searchParams),
  'GET events/:id': (running, _body, id) => eventWire(getEvent(running, id)),
  'POST events/:id/redeliver': redeliver,
  'POST subscriptions/:id/charge': charge,
  'POST subscriptions/:id/next': planOutcome,
  'POST payments/:id/authorize-late': authorizePaymentLate,
  ...bankAnswers,
  'GET webhook': (running) => webhookWire(running),
  'POST webhook': setWebhook,
  'POST drain': drain,
  'GET state': stateWire,
}

/** Returns people to the section whose button they pressed. */
function anchorOf(area: string | undefined): string {
  if (area === 'pay') return '#subscriptions'
  if (area === 'settlements' || area === 'funds') return '#balance'
  return ['subscriptions', 'payments', 'events', 'disturbances'].includes(area ?? '') ? `#${area}` : ''
}

function requireOwnSite(exchange: Exchange): void {
  if (exchange.method === 'GET') return
  if (exchange.request.headers['sec-fetch-site'] === 'cross-site') {
    throw new ApiError(403, 'Other sites may not steer the sandbox.')
  }
}

/** The dashboard and the calls that control the sandbox; null for an unknown path. */
export async function answerControl(running: Running, exchange: Exchange): Promise<Reply | null> {
  const { method, url, segments } = exchange
  const [root, area, id, verb] = segments
  if (method === 'GET' && (root === undefined || (root === 'sandbox' && area === undefined))) {
    return dashboardReply(running, url.searchParams.get('notice') ?? '')
  }
  if (root !== 'sandbox') return null
  if (method === 'GET' && area === 'dashboard.css') return styleReply()
  const path = [area, id === undefined ? undefined : ':id', verb].filter((part) => part !== undefined)
  const key = `${method} ${path.join('/')}`
  const answer = Object.hasOwn(ROUTES, key) ? ROUTES[key] : undefined
  if (answer === undefined) return null
  requireOwnSite(exchange)
  const isForm = (exchange.request.headers['content-type'] ?? '').startsWith(
    'application/x-www-form-urlencoded',
  )
  try {
    const body = method === 'GET' ? {} : parseBody(exchange)
    const wire = await answer(running, body, id ?? '', url)
    return isForm ? redirectReply(`/sandbox${anchorOf(area)}`) : jsonReply(200, wire)
  } catch (error) {
    if (!isForm || !(error instanceof ApiError)) throw error
    return redirectReply(`/sandbox?notice=${encodeURIComponent(error.message)}`)
  }
}
