import { settleDue } from '../billing/settlement.ts'
import type { Settlement, Wire } from '../core/entities.ts'
import { pageOf } from '../http/paging.ts'
import { getEntity, idAt, type ApiRoute, type Call } from './call.ts'

/** The settlement entity. */
export function settlementWire(settlement: Settlement): Wire {
  return {
    id: settlement.id,
    entity: 'settlement',
    amount: settlement.amount,
    status: 'processed',
    fees: settlement.fees,
    tax: settlement.tax,
    utr: settlement.utr,
    created_at: settlement.createdAt,
  }
}

function settlementsOf({ context }: Call): Record<string, Settlement> {
  settleDue(context)
  return context.state.settlements
}

/** Payouts to the merchant's bank account. */
export const settlementRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: 'settlements',
    answer: (call) =>
      pageOf(call.query, [], Object.values(settlementsOf(call)), (entry) => entry.createdAt, settlementWire),
  },
  {
    method: 'GET',
    path: 'settlements/:id',
    answer: (call) => settlementWire(getEntity(settlementsOf(call), 'setl', idAt(call, 0))),
  },
]
