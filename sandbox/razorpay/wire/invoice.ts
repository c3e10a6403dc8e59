import type { Context } from '../core/context.ts'
import type { Invoice, LineItem, Wire } from '../core/entities.ts'

const SYMBOLS: Record<string, string> = { INR: '₹', USD: '$', EUR: '€', GBP: '£', JPY: '¥' }

function lineItemWire(item: LineItem): Wire {
  const amount = item.amount * item.quantity
  return {
    id: item.id,
    item_id: null,
    ref_id: null,
    ref_type: null,
    name: item.name,
    description: null,
    amount: item.amount,
    unit_amount: item.amount,
    gross_amount: amount,
    tax_amount: 0,
    taxable_amount: amount,
    net_amount: amount,
    currency: item.currency,
    type: item.type,
    tax_inclusive: false,
    hsn_code: null,
    sac_code: null,
    tax_rate: null,
    unit: null,
    quantity: item.quantity,
    taxes: [],
  }
}

function customerDetailsWire(context: Context, customerId: string | null): Wire {
  const customer = customerId === null ? undefined : context.state.customers[customerId]
  return {
    id: customer?.id ?? null,
    name: customer?.name ?? null,
    email: customer?.email ?? null,
    contact: customer?.contact ?? null,
    gstin: null,
    billing_address: null,
    shipping_address: null,
    customer_name: customer?.name ?? null,
    customer_email: customer?.email ?? null,
    customer_contact: customer?.contact ?? null,
  }
}

/** The invoice entity, the only bridge from a payment to its subscription. */
export function invoiceWire(context: Context, invoice: Invoice): Wire {
  return {
    id: invoice.id,
    entity: 'invoice',
    receipt: null,
    invoice_number: null,
    customer_id: invoice.customerId,
    customer_details: customerDetailsWire(context, invoice.customerId),
    order_id: invoice.orderId,
    subscription_id: invoice.subscriptionId,
    line_items: invoice.lineItems.map(lineItemWire),
    payment_id: invoice.paymentId,
    status: invoice.status,
    expire_by: null,
    issued_at: invoice.issuedAt,
    paid_at: invoice.paidAt,
    cancelled_at: invoice.cancelledAt,
    expired_at: null,
    sms_status: null,
    email_status: null,
    date: invoice.issuedAt,
    terms: null,
    partial_payment: false,
    gross_amount: invoice.amount,
    tax_amount: 0,
    taxable_amount: invoice.amount,
    amount: invoice.amount,
    amount_paid: invoice.amountPaid,
    amount_due: invoice.amount - invoice.amountPaid,
    currency: invoice.currency,
    currency_symbol: SYMBOLS[invoice.currency] ?? invoice.currency,
    description: null,
    notes: [],
    comment: null,
    short_url: `${context.publicUrl}/i/${invoice.shortCode}`,
    view_less: true,
    billing_start: invoice.billingStart,
    billing_end: invoice.billingEnd,
    type: 'invoice',
    group_taxes_discounts: false,
    created_at: invoice.issuedAt,
    idempotency_key: null,
  }
}
