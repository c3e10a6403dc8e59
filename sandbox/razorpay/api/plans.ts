import type { Period, Plan } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { allowKeys, findObject, findText, readNotes, requireInteger, requireText } from '../http/fields.ts'
import { pageOf } from '../http/paging.ts'
import { planWire } from '../wire/plan.ts'
import { getEntity, idAt, type ApiRoute, type Call } from './call.ts'

const PERIODS: readonly Period[] = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly']
/** Subunits; the documented minimum is one rupee, applied to every currency. */
const MIN_AMOUNT = 100
const MIN_DAILY_INTERVAL = 7

function readPeriod(text: string): Period {
  const period = PERIODS.find((known) => known === text)
  if (period === undefined) throw badRequest('The selected period is invalid.', 'period')
  return period
}

/** An ISO 4217 code in capitals. */
export function requireCurrency(fields: Record<string, unknown>): string {
  const currency = requireText(fields, 'currency')
  if (!/^[A-Z]{3}$/.test(currency)) throw badRequest('The selected currency is invalid.', 'currency')
  return currency
}

function createPlan(call: Call): Plan {
  allowKeys(call.body, ['period', 'interval', 'item', 'notes'])
  const period = readPeriod(requireText(call.body, 'period'))
  const interval = requireInteger(call.body, 'interval')
  if (interval < 1) throw badRequest('The interval must be at least 1.', 'interval')
  if (period === 'daily' && interval < MIN_DAILY_INTERVAL) {
    throw badRequest('For daily plans, the interval must be at least 7.', 'interval')
  }
  const item = findObject(call.body, 'item')
  if (item === null) throw badRequest('The item field is required.', 'item')
  allowKeys(item, ['name', 'amount', 'currency', 'description'])
  const name = requireText(item, 'name')
  const amount = requireInteger(item, 'amount')
  const currency = requireCurrency(item)
  if (amount < MIN_AMOUNT) throw badRequest(`The amount must be at least ${currency} 1.00.`, 'amount')
  if (currency === call.context.state.knobs.refusedCurrency)
    throw badRequest('Currency is not supported', 'currency')
  const plan: Plan = {
    id: newId('plan'),
    itemId: newId('item'),
    period,
    interval,
    name,
    description: findText(item, 'description'),
    amount,
    currency,
    notes: readNotes(call.body),
    createdAt: call.context.clock.now(),
  }
  call.context.state.plans[plan.id] = plan
  return plan
}

/** Plans: created and read, never changed. */
export const planRoutes: ApiRoute[] = [
  { method: 'POST', path: 'plans', answer: (call) => planWire(createPlan(call)) },
  {
    method: 'GET',
    path: 'plans',
    answer: (call) =>
      pageOf(call.query, [], Object.values(call.context.state.plans), (plan) => plan.createdAt, planWire),
  },
  {
    method: 'GET',
    path: 'plans/:id',
    answer: (call) => planWire(getEntity(call.context.state.plans, 'plan', idAt(call, 0))),
  },
]
