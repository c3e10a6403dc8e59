import type { Invoice } from './entities.ts'
import type { State } from './state.ts'

/**
 * Each subscription's invoices, oldest first: a large account is queried for one subscription's invoices all the time.
 */
export interface InvoiceIndex {
  add(invoice: Invoice): void
  listOf(subscriptionId: string): readonly Invoice[]
}

/** Built from the account's invoices; after that, every new invoice is added when it is issued. */
export function createInvoiceIndex(state: State): InvoiceIndex {
  const bySubscription = new Map<string, Invoice[]>()
  function add(invoice: Invoice): void {
    const own = bySubscription.get(invoice.subscriptionId)
    if (own) own.push(invoice)
    else bySubscription.set(invoice.subscriptionId, [invoice])
  }
  for (const invoice of Object.values(state.invoices)) add(invoice)
  return { add, listOf: (subscriptionId) => bySubscription.get(subscriptionId) ?? [] }
}
