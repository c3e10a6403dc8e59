import type { Payout, Wire } from '../core/entities.ts'
import { ApiError, badRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { allowKeys, findObject, findText, requireInteger, requireText } from '../http/fields.ts'
import { pageOf } from '../http/paging.ts'
import { payoutWire } from '../wire/payout.ts'
import { getEntity, idAt, type ApiRoute, type Call } from './call.ts'

/* RazorpayX: contacts, fund accounts and payouts. Rupees only. */

function sameOrNew(records: Record<string, string>, content: unknown, prefix: string): string {
  const key = JSON.stringify(content)
  return (records[key] ??= newId(prefix))
}

function createContact(call: Call): Wire {
  allowKeys(call.body, ['name', 'email', 'contact', 'type', 'reference_id', 'notes'])
  const name = requireText(call.body, 'name')
  if (name.length < 3 || name.length > 50) throw badRequest('The name must have 3 to 50 characters.', 'name')
  const reference = findText(call.body, 'reference_id')
  const id = sameOrNew(call.context.state.contacts, [name, reference], 'cont')
  return { id, entity: 'contact', name, reference_id: reference, active: true, notes: [] }
}

function createFundAccount(call: Call): Wire {
  allowKeys(call.body, ['contact_id', 'account_type', 'bank_account', 'vpa'])
  const contactId = requireText(call.body, 'contact_id')
  if (!Object.values(call.context.state.contacts).includes(contactId))
    throw badRequest('The id provided does not exist')
  const type = requireText(call.body, 'account_type')
  const details = findObject(call.body, type === 'vpa' ? 'vpa' : 'bank_account')
  if (details === null) throw badRequest(`The ${type} field is required.`)
  if (type === 'bank_account' && !/^[A-Z]{4}0[A-Z0-9]{6}$/.test(requireText(details, 'ifsc')))
    throw badRequest('Invalid IFSC Code in Bank Account', 'ifsc')
  const id = sameOrNew(call.context.state.fundAccounts, [contactId, type, details], 'fa')
  return { id, entity: 'fund_account', contact_id: contactId, account_type: type, active: true }
}

/** The example from its price list: 5 rupees and 18 % tax. https://razorpay.com/docs/x/manage-teams/billing */
const PAYOUT_FEE = { fees: 590, tax: 90 }

const PAYOUT_KEYS = [
  'account_number',
  'fund_account_id',
  'amount',
  'currency',
  'mode',
  'purpose',
  'queue_if_low_balance',
  'reference_id',
  'narration',
  'notes',
]

function createPayout(call: Call): Wire {
  const { body, context } = call
  allowKeys(body, PAYOUT_KEYS)
  const key = call.headers['x-payout-idempotency']
  if (typeof key !== 'string' || !/^[\w-]{4,36}$/.test(key))
    throw badRequest('The idempotency key must have 4 to 36 letters, digits, - or _.')
  const fingerprint = JSON.stringify(body)
  const earlier = Object.hasOwn(context.state.payoutKeys, key) ? context.state.payoutKeys[key] : undefined
  if (earlier !== undefined) {
    const made = context.state.payouts[earlier.refundId]
    if (earlier.fingerprint !== fingerprint || made === undefined)
      throw new ApiError(409, 'Different request with the same idempotency key has already been processed.')
    return payoutWire(made)
  }
  const fundAccountId = requireText(body, 'fund_account_id')
  if (!Object.values(context.state.fundAccounts).includes(fundAccountId))
    throw badRequest('The id provided does not exist')
  if (requireText(body, 'currency') !== 'INR')
    throw badRequest('The selected currency is invalid.', 'currency')
  const amount = requireInteger(body, 'amount')
  if (amount < 100) throw badRequest('The amount must be at least INR 1.00.', 'amount')
  requireText(body, 'account_number')
  const payout: Payout = {
    id: newId('pout'),
    fundAccountId,
    amount,
    ...PAYOUT_FEE,
    status: 'processing',
    mode: requireText(body, 'mode'),
    purpose: requireText(body, 'purpose'),
    referenceId: findText(body, 'reference_id'),
    utr: null,
    reason: null,
    createdAt: context.clock.now(),
  }
  context.state.payouts[payout.id] = payout
  context.state.payoutKeys[key] = { fingerprint, refundId: payout.id }
  return payoutWire(payout)
}

export const payoutRoutes: ApiRoute[] = [
  { method: 'POST', path: 'contacts', answer: createContact },
  { method: 'POST', path: 'fund_accounts', answer: createFundAccount },
  { method: 'POST', path: 'payouts', answer: createPayout },
  {
    method: 'GET',
    path: 'payouts',
    answer: (call) => {
      requireText(call.query, 'account_number')
      const all = Object.values(call.context.state.payouts)
      return pageOf(call.query, ['account_number'], all, (payout) => payout.createdAt, payoutWire)
    },
  },
  {
    method: 'GET',
    path: 'payouts/:id',
    answer: (call) => payoutWire(getEntity(call.context.state.payouts, 'pout', idAt(call, 0))),
  },
]
