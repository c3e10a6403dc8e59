import { findText } from '../http/fields.ts'
import { pageOf } from '../http/paging.ts'
import { invoiceWire } from '../wire/invoice.ts'
import { getEntity, idAt, type ApiRoute } from './call.ts'

/** Invoices are issued by the billing; the API only reads them. */
export const invoiceRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: 'invoices',
    answer(call) {
      const subscriptionId = findText(call.query, 'subscription_id')
      const paymentId = findText(call.query, 'payment_id')
      const { context } = call
      const candidates =
        subscriptionId === null
          ? Object.values(context.state.invoices)
          : context.invoices.listOf(subscriptionId)
      const matching = candidates.filter((invoice) => paymentId === null || invoice.paymentId === paymentId)
      return pageOf(
        call.query,
        ['subscription_id', 'payment_id', 'type', 'receipt', 'customer_id'],
        matching,
        (invoice) => invoice.issuedAt,
        (invoice) => invoiceWire(call.context, invoice),
      )
    },
  },
  {
    method: 'GET',
    path: 'invoices/:id',
    answer: (call) => invoiceWire(call.context, getEntity(call.context.state.invoices, 'inv', idAt(call, 0))),
  },
]
