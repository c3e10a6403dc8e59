import type { Config } from '#server/platform/config.ts'

/** The payment provider's own account of our money, amounts in minor units. */
export interface ProviderBooks {
  payments: {
    id: string
    amount: number
    currency: string
    captured: boolean
    refunded: number
    /** What the provider keeps, in its own currency; null if it doesn't say. */
    fee: number | null
    feeCurrency: string
  }[]
  /** Orders that can still be paid, with their end in unix seconds, and whether that is past by its clock. */
  openOrders: { id: string; expiresAt: number | null; isPast: boolean }[]
  /** What it is about to charge for each running subscription, by what is scheduled. */
  nextCharges?: { id: string; amount: number }[]
  /** What it paid into our bank, and which payments, refunds and disputes each settlement was made of. */
  settlements?: { id: string; amount: number; entities: string[]; createdAt: number }[]
  lostDisputes: LostDispute[]
  /** `reference` is our name for it; `state` in our words. */
  payouts: { id: string; reference: string | null; amount: number; state: string; fee: number | null }[]
}

/** The amount as the bank reported it, which may be in the settlement's currency and not the payment's. */
interface LostDispute {
  id: string
  payment: string
  amount: number
  currency: string
}

/** The provider settles in rupees. */
const SETTLEMENT_CURRENCY = 'INR'

/** A payout that came back before we heard that it had arrived never left, for us: both are reported as `reversed`. */
const PAYOUT_STATES: Readonly<Record<string, string>> = {
  processed: 'paid',
  failed: 'failed',
  rejected: 'failed',
  cancelled: 'failed',
  reversed: 'reversed',
}

function stateOf(status: string): string {
  return PAYOUT_STATES[status] ?? 'sent'
}

/** A failed charge is tried again as it was. */
const CHARGED_NEXT = new Set(['active', 'authenticated'])

/** An hour after its end, an order has ended whatever the clocks say. */
const EXPIRY_GRACE_SECONDS = 3600

function openOrdersOf(
  subscriptions: readonly { id: string; status: string; expiresAt: number | null }[],
  now: number,
): ProviderBooks['openOrders'] {
  return subscriptions
    .filter(({ status }) => status === 'created')
    .map(({ id, expiresAt }) => ({
      id,
      expiresAt,
      isPast: expiresAt !== null && expiresAt + EXPIRY_GRACE_SECONDS < now,
    }))
}

interface Settled {
  settlementId?: string
}

interface SandboxState {
  subscriptions: Record<
    string,
    {
      id: string
      status: string
      expireBy: number | null
      planId: string
      quantity: number
      scheduledChange: { planId?: string; quantity?: number } | null
    }
  >
  plans: Record<string, { amount: number }>
  payments: Record<
    string,
    Settled & {
      id: string
      amount: number
      currency: string
      isCaptured: boolean
      amountRefunded: number
      feePaise: number | null
    }
  >
  refunds?: Record<string, Settled & { id: string }>
  disputes: Record<
    string,
    Settled & { id: string; paymentId: string; status: string; amount: number; currency: string }
  >
  settlements?: Record<string, { id: string; amount: number; createdAt: number }>
  payouts: Record<
    string,
    // A sandbox stored before it charged fees has payouts without one.
    { id: string; referenceId: string | null; amount: number; status: string; fees?: number }
  >
}

/** The books of the sandbox's account, at its own address beside ours. */
export async function readSandboxBooks(sandboxUrl: string): Promise<ProviderBooks> {
  const response = await fetch(`${sandboxUrl}/sandbox/state`)
  if (!response.ok) throw new Error(`The payment sandbox answered ${response.status}.`)
  const state = (await response.json()) as SandboxState
  const clock = (await (await fetch(`${sandboxUrl}/sandbox/clock`)).json()) as { now: number }
  return {
    openOrders: openOrdersOf(
      Object.values(state.subscriptions).map(({ id, status, expireBy }) => ({
        id,
        status,
        expiresAt: expireBy,
      })),
      clock.now,
    ),
    nextCharges: Object.values(state.subscriptions)
      .filter(({ status }) => CHARGED_NEXT.has(status))
      .map(({ id, planId, quantity, scheduledChange: next }) => ({
        id,
        amount: (state.plans[next?.planId ?? planId]?.amount ?? 0) * (next?.quantity ?? quantity),
      })),
    payments: Object.values(state.payments).map(({ id, amount, currency, ...payment }) => ({
      id,
      amount,
      currency,
      captured: payment.isCaptured,
      refunded: payment.amountRefunded,
      fee: payment.feePaise,
      feeCurrency: SETTLEMENT_CURRENCY,
    })),
    settlements: Object.values(state.settlements ?? {}).map(({ id, amount, createdAt }) => ({
      id,
      amount,
      entities: [state.payments, state.refunds ?? {}, state.disputes]
        .flatMap((kept): (Settled & { id: string })[] => Object.values(kept))
        .filter(({ settlementId }) => settlementId === id)
        .map((entity) => entity.id),
      createdAt,
    })),
    lostDisputes: Object.values(state.disputes)
      .filter(({ status }) => status === 'lost')
      .map(({ id, paymentId, amount, currency }) => ({ id, payment: paymentId, amount, currency })),
    payouts: Object.values(state.payouts).map(({ id, referenceId, amount, status, fees }) => ({
      id,
      reference: referenceId,
      amount,
      fee: fees ?? null,
      state: stateOf(status),
    })),
  }
}

const PAGE_SIZE = 100
const PORT_STEP = 10_000

/** The books of the configured provider: this Cheers's sandbox, or the real one's API. */
export async function readProviderBooks(config: Config): Promise<ProviderBooks> {
  const { razorpay, razorpayX } = config
  if (razorpay === 'embedded') return readSandboxBooks(`http://127.0.0.1:${config.port + PORT_STEP}`)
  const authorization = `Basic ${Buffer.from(`${razorpay.keyId}:${razorpay.keySecret}`).toString('base64')}`

  async function readAll<Item>(name: string, query: Record<string, string> = {}): Promise<Item[]> {
    const items: Item[] = []
    for (;;) {
      const page = new URLSearchParams({ ...query, count: String(PAGE_SIZE), skip: String(items.length) })
      const response = await fetch(`${config.razorpayApiUrl}/v1/${name}?${page.toString()}`, {
        headers: { authorization },
      })
      if (!response.ok) throw new Error(`The provider answered ${name} with ${response.status}.`)
      const found = ((await response.json()) as { items: Item[] }).items
      items.push(...found)
      if (found.length < PAGE_SIZE) return items
    }
  }

  async function readOne(path: string): Promise<{ plan_id: string; quantity: number }> {
    const response = await fetch(`${config.razorpayApiUrl}/v1/${path}`, { headers: { authorization } })
    if (!response.ok) throw new Error(`The provider answered ${path} with ${response.status}.`)
    return (await response.json()) as { plan_id: string; quantity: number }
  }

  const payments = await readAll<{
    id: string
    amount: number
    currency: string
    captured: boolean
    amount_refunded: number | null
    fee: number | null
    base_currency?: string
  }>('payments')
  const subscriptions = await readAll<{
    id: string
    status: string
    expire_by: number | null
    plan_id: string
    quantity: number
    has_scheduled_changes: boolean | null
  }>('subscriptions')
  const plans = await readAll<{ id: string; item: { amount: number } }>('plans')
  const amounts = new Map(plans.map(({ id, item }) => [id, item.amount]))
  const nextCharges = []
  for (const subscription of subscriptions.filter(({ status }) => CHARGED_NEXT.has(status))) {
    const { id, has_scheduled_changes: isScheduled } = subscription
    const next = isScheduled ? await readOne(`subscriptions/${id}/retrieve_scheduled_changes`) : subscription
    nextCharges.push({ id, amount: (amounts.get(next.plan_id) ?? 0) * next.quantity })
  }
  const made = await readAll<{ id: string; amount: number; status: string; created_at: number }>(
    'settlements',
  )
  const settlements = []
  for (const { id, amount, created_at: createdAt } of made.filter(({ status }) => status === 'processed')) {
    // The report goes by India's days.
    const [year = '', month = '', day = ''] = new Date(createdAt * 1000 + 5.5 * 3_600_000)
      .toISOString()
      .slice(0, 10)
      .split('-')
    const lines = await readAll<{ entity_id: string; settlement_id: string; dispute_id: string | null }>(
      'settlements/recon/combined',
      { year, month, day },
    )
    settlements.push({
      id,
      amount,
      entities: lines
        .filter(({ settlement_id: of }) => of === id)
        .map(({ entity_id: entity, dispute_id: dispute }) => dispute ?? entity),
      createdAt,
    })
  }
  const disputes = await readAll<{
    id: string
    payment_id: string
    status: string
    amount: number
    currency: string
  }>('disputes')
  const payouts = razorpayX
    ? await readAll<{
        id: string
        reference_id: string | null
        amount: number
        status: string
        fees: number
      }>('payouts', { account_number: razorpayX.accountNumber })
    : []
  return {
    payments: payments.map(({ id, amount, currency, captured, ...payment }) => ({
      id,
      amount,
      currency,
      captured,
      refunded: payment.amount_refunded ?? 0,
      fee: captured ? payment.fee : null,
      feeCurrency: payment.base_currency ?? SETTLEMENT_CURRENCY,
    })),
    nextCharges,
    openOrders: openOrdersOf(
      subscriptions.map(({ id, status, expire_by: expiresAt }) => ({ id, status, expiresAt })),
      Date.now() / 1000,
    ),
    settlements,
    lostDisputes: disputes
      .filter(({ status }) => status === 'lost')
      .map(({ id, payment_id: payment, amount, currency }) => ({ id, payment, amount, currency })),
    payouts: payouts.map(({ id, reference_id: reference, amount, status, fees }) => ({
      id,
      reference,
      amount,
      fee: fees,
      state: stateOf(status),
    })),
  }
}
