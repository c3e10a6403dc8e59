import { cycleBoundary } from '../core/clock.ts'
import type { Addon, Plan, Subscription } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { newId, newShortCode } from '../core/ids.ts'
import { isRecord } from '../http/exchange.ts'
import {
  allowKeys,
  findFlag,
  findInteger,
  findObject,
  findText,
  readNotes,
  requireInteger,
  requireText,
  type Fields,
} from '../http/fields.ts'
import { pageOf } from '../http/paging.ts'
import { subscriptionWire } from '../wire/subscription.ts'
import { getEntity, idAt, type ApiRoute, type Call } from './call.ts'
import { requireCurrency } from './plans.ts'

const CREATE_KEYS = [
  'plan_id',
  'total_count',
  'quantity',
  'start_at',
  'expire_by',
  'customer_notify',
  'addons',
  'offer_id',
  'notes',
  'notify_info',
]
/** 2120-12-31, the last moment a subscription may end. */
const LAST_END_AT = 4_765_046_400

function readAddons(fields: Fields): Addon[] {
  const value = fields['addons']
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw badRequest('The addons must be an array.', 'addons')
  return value.map((entry: unknown) => {
    const item = isRecord(entry) ? findObject(entry, 'item') : null
    if (item === null) throw badRequest('The item field is required.', 'addons')
    return {
      name: findText(item, 'name') ?? 'Upfront amount',
      amount: requireInteger(item, 'amount'),
      currency: requireCurrency(item),
    }
  })
}

function readCount(fields: Fields): number {
  const count = requireInteger(fields, 'total_count')
  if (count < 1) throw badRequest('The total count must be at least 1.', 'total_count')
  return count
}

function requireEndInRange(startAt: number, plan: Plan, totalCount: number): number {
  const endAt = cycleBoundary(startAt, plan, totalCount)
  if (!(endAt <= LAST_END_AT)) {
    throw badRequest('The end_time must be between 946684800 and 4765046400.', 'total_count')
  }
  return endAt
}

function createSubscription(call: Call): Subscription {
  const { body, context } = call
  allowKeys(body, CREATE_KEYS)
  const plan = getEntity(context.state.plans, 'plan', requireText(body, 'plan_id'))
  const totalCount = readCount(body)
  const quantity = findInteger(body, 'quantity') ?? 1
  if (quantity < 1) throw badRequest('The quantity must be at least 1.', 'quantity')
  const now = context.clock.now()
  const startAt = findInteger(body, 'start_at')
  if (startAt !== null && startAt <= now) {
    throw badRequest('start_at cannot be lesser than the current time.', 'start_at')
  }
  const expireBy = findInteger(body, 'expire_by')
  if (expireBy !== null && expireBy <= now) {
    throw badRequest('Link expire by cannot be lesser than the current time.', 'expire_by')
  }
  const endAt = requireEndInRange(startAt ?? now, plan, totalCount)
  const subscription: Subscription = {
    id: newId('sub'),
    planId: plan.id,
    customerId: null,
    status: 'created',
    currentStart: null,
    currentEnd: null,
    endedAt: null,
    quantity,
    notes: readNotes(body),
    chargeAt: startAt,
    startAt,
    endAt: startAt === null ? null : endAt,
    authAttempts: 0,
    totalCount,
    paidCount: 0,
    customerNotify: findFlag(body, 'customer_notify') ?? true,
    createdAt: now,
    expireBy,
    shortCode: newShortCode(),
    scheduledChange: null,
    offerId: findText(body, 'offer_id'),
    paymentMethod: null,
    pausedAt: null,
    pauseInitiatedBy: null,
    cancelInitiatedBy: null,
    addons: readAddons(body),
    isCancelledAtCycleEnd: false,
    cycleCount: 0,
    periodIndex: 0,
    anchorAt: startAt,
    mandate: null,
    openInvoiceId: null,
    nextOutcomes: [],
  }
  context.state.subscriptions[subscription.id] = subscription
  return subscription
}

/** The subscription named in the path. */
export function getSubscriptionOf(call: Call): Subscription {
  return getEntity(call.context.state.subscriptions, 'sub', idAt(call, 0))
}

/** Subscriptions: create, fetch and list. Their other actions have their own files. */
export const subscriptionRoutes: ApiRoute[] = [
  {
    method: 'POST',
    path: 'subscriptions',
    answer: (call) => subscriptionWire(call.context, createSubscription(call)),
  },
  {
    method: 'GET',
    path: 'subscriptions',
    answer(call) {
      const planId = findText(call.query, 'plan_id')
      const all = Object.values(call.context.state.subscriptions)
      return pageOf(
        call.query,
        ['plan_id'],
        planId === null ? all : all.filter((subscription) => subscription.planId === planId),
        (subscription) => subscription.createdAt,
        (subscription) => subscriptionWire(call.context, subscription),
      )
    },
  },
  {
    method: 'GET',
    path: 'subscriptions/:id',
    answer: (call) => subscriptionWire(call.context, getSubscriptionOf(call)),
  },
]
