import type { Customer, Order, Wire } from '../core/entities.ts'
import { notesWire } from './notes.ts'

/** The customer entity. */
export function customerWire(customer: Customer): Wire {
  return {
    id: customer.id,
    entity: 'customer',
    name: customer.name,
    email: customer.email,
    contact: customer.contact,
    gstin: customer.gstin,
    notes: notesWire(customer.notes),
    created_at: customer.createdAt,
  }
}

/** The order entity. */
export function orderWire(order: Order): Wire {
  return {
    id: order.id,
    entity: 'order',
    amount: order.amount,
    amount_paid: order.amountPaid,
    amount_due: order.amount - order.amountPaid,
    currency: order.currency,
    receipt: order.receipt,
    offer_id: null,
    status: order.status,
    attempts: order.attempts,
    notes: notesWire(order.notes),
    created_at: order.createdAt,
  }
}
