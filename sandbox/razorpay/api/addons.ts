import { getPlanOf } from '../billing/charge.ts'
import type { ExtraAddon } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { allowKeys, findInteger, findObject, findText, requireInteger } from '../http/fields.ts'
import { pageOf } from '../http/paging.ts'
import { addonWire } from '../wire/addon.ts'
import { getEntity, idAt, type ApiRoute, type Call } from './call.ts'
import { requireCurrency } from './plans.ts'
import { getSubscriptionOf } from './subscriptions.ts'

function createAddon(call: Call): ExtraAddon {
  const { body, context } = call
  allowKeys(body, ['item', 'quantity'])
  const subscription = getSubscriptionOf(call)
  if (['cancelled', 'completed', 'expired'].includes(subscription.status))
    throw badRequest(`Addon cannot be created for a subscription in ${subscription.status} status.`, 'status')
  const item = findObject(body, 'item')
  if (item === null) throw badRequest('The item field is required.', 'item')
  const currency = requireCurrency(item)
  if (currency !== getPlanOf(context, subscription).currency)
    throw badRequest('The addon currency must be the plan currency.', 'currency')
  const addon: ExtraAddon = {
    id: newId('ao'),
    itemId: newId('item'),
    name: findText(item, 'name') ?? 'Addon',
    amount: requireInteger(item, 'amount'),
    currency,
    quantity: findInteger(body, 'quantity') ?? 1,
    subscriptionId: subscription.id,
    invoiceId: null,
    createdAt: context.clock.now(),
  }
  context.state.addons[addon.id] = addon
  return addon
}

/** Amounts added to a subscription's next invoice. */
export const addonRoutes: ApiRoute[] = [
  { method: 'POST', path: 'subscriptions/:id/addons', answer: (call) => addonWire(createAddon(call)) },
  {
    method: 'GET',
    path: 'addons',
    answer: (call) =>
      pageOf(
        call.query,
        [],
        Object.values(call.context.state.addons),
        ({ createdAt }) => createdAt,
        addonWire,
      ),
  },
  {
    method: 'GET',
    path: 'addons/:id',
    answer: (call) => addonWire(getEntity(call.context.state.addons, 'ao', idAt(call, 0))),
  },
]
