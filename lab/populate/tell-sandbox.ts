import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'

import type { Payment, Refund } from '#sandbox/razorpay/core/entities.ts'
import { newId } from '#sandbox/razorpay/core/ids.ts'
import { readState, stateText } from '#sandbox/razorpay/core/state.ts'

/** The sandbox writes all it knows after each call, so it isn't told of more charges than these. */
const CHARGES_MAX = 50_000

/** Has the sandbox of a DATA_DIR, which doesn't run, know the charges it would have made; false: there are too many. */
export async function tellSandbox(connection: pg.ClientConfig, dataDir: string): Promise<boolean> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{
      id: string
      amount: number
      refunded: number
      currency: string
      at: number
    }>(
      `select provider_payment_id as id, amount_cents::float8 as amount, currency,
          refunded_cents::float8 as refunded,
          extract(epoch from captured_at)::float8 as at from payments limit $1`,
      [CHARGES_MAX + 1],
    )
    if (rows.length > CHARGES_MAX) return false
    const file = path.join(dataDir, 'sandbox', 'razorpay.json')
    const state = readState(file, newId('acc'))
    for (const { at, refunded, ...charge } of rows)
      state.payments[charge.id] = { ...PAID, ...charge, amountRefunded: refunded, createdAt: at }
    const { rows: refunds } = await client.query<Pick<Refund, (typeof REFUND_FACTS)[number]>>(
      `select r.provider_refund_id as id, p.provider_payment_id as "paymentId", r.amount_cents::float8 as amount, p.currency,
          extract(epoch from r.sent_at)::float8 as "createdAt", extract(epoch from r.settled_at)::float8 as "processedAt"
        from refunds r join payments p on p.id = r.payment_id`,
    )
    for (const refund of refunds) state.refunds[refund.id] = { ...GIVEN_BACK, ...refund }
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, stateText(state), { mode: 0o600 })
    return true
  } finally {
    await client.end()
  }
}

const PAID: Omit<Payment, 'id' | 'amount' | 'amountRefunded' | 'currency' | 'createdAt'> = {
  status: 'captured',
  orderId: null,
  invoiceId: null,
  subscriptionId: null,
  customerId: null,
  tokenId: null,
  card: null,
  isCaptured: true,
  description: null,
  email: null,
  contact: null,
  notes: {},
  error: null,
  authCode: null,
  awaitsOtpUntil: null,
}

const REFUND_FACTS = ['id', 'paymentId', 'amount', 'currency', 'createdAt', 'processedAt'] as const

const GIVEN_BACK: Omit<Refund, (typeof REFUND_FACTS)[number]> = {
  status: 'processed',
  speed: 'normal',
  receipt: null,
  notes: {},
  dueAt: null,
}
