import { createOrder } from '../billing/charge.ts'
import type { Order } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { allowKeys, findText, readNotes, requireInteger } from '../http/fields.ts'
import { pageOf } from '../http/paging.ts'
import { orderWire } from '../wire/customer.ts'
import { getEntity, idAt, type ApiRoute, type Call } from './call.ts'
import { requireCurrency } from './plans.ts'

const MIN_AMOUNT = 100

function create(call: Call): Order {
  const { body } = call
  allowKeys(body, ['amount', 'currency', 'receipt', 'notes', 'partial_payment'])
  const amount = requireInteger(body, 'amount')
  const currency = requireCurrency(body)
  if (amount < MIN_AMOUNT) throw badRequest('Order amount less than minimum amount allowed', 'amount')
  const receipt = findText(body, 'receipt')
  const notes = readNotes(body)
  return Object.assign(createOrder(call.context, amount, currency), { receipt, notes })
}

/** Orders, created for every invoice by the billing, or through the API. */
export const orderRoutes: ApiRoute[] = [
  { method: 'POST', path: 'orders', answer: (call) => orderWire(create(call)) },
  {
    method: 'GET',
    path: 'orders',
    answer: (call) =>
      pageOf(
        call.query,
        ['receipt'],
        Object.values(call.context.state.orders),
        (order) => order.createdAt,
        orderWire,
      ),
  },
  {
    method: 'GET',
    path: 'orders/:id',
    answer: (call) => orderWire(getEntity(call.context.state.orders, 'order', idAt(call, 0))),
  },
]
