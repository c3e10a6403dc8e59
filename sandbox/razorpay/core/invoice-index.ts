import type { Invoice } from './entities.ts'
import type { State } from './state.ts'

/** The invoices of each subscription, oldest first: an account with many is asked for those of one all the time. */
export interface InvoiceIndex {
  add(invoice: Invoice): void
  listOf(subscriptionId: string): readonly Invoice[]
}

/** Built from what the account holds; from then on whoever issues an invoice adds it. */
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
