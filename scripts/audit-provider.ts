import type { Held, Row, Say } from './audit-queries.ts'
import type { ProviderBooks } from './provider-books.ts'

/* The part of the audit that compares our rows with the payment provider's. */

function feeText(fee: number | null | undefined, currency: string | null | undefined): string {
  return fee === null || fee === undefined ? 'nothing' : `${fee} ${currency}`
}

/**
 * What the provider took in, less refunds, losses to banks, its fees and what it has paid into our bank, is what the
 * ledger says it holds for us, by currency. `settled` are the provider's ids of settled items.
 */
export function proveCash(
  say: Say,
  provider: ProviderBooks,
  { payments, refunds, settled }: { payments: Row[]; refunds: Row[]; settled: Set<string> },
  ledger: Held[],
): void {
  const held = new Map<string, number>()
  const add = (currency: string, amount: number) => held.set(currency, (held.get(currency) ?? 0) + amount)
  const known = new Set(payments.map((row) => row.provider))
  for (const { id, captured, amount, refunded, currency, fee, feeCurrency } of provider.payments) {
    if (captured) add(currency, amount - refunded)
    // Money taken to register a card came and went without us, and is settled as an item unknown to us.
    if (!known.has(id)) continue
    if (settled.has(id)) add(currency, -amount)
    else add(feeCurrency, -(fee ?? 0))
  }
  const currencyOf = new Map(payments.map((row) => [row.id, row.currency]))
  for (const { payment, provider: id, amount } of refunds)
    if (settled.has(id)) add(currencyOf.get(payment) ?? '', amount)
  const paymentOf = new Map(payments.map((row) => [row.provider, row]))
  for (const lost of provider.lostDisputes) {
    const payment = paymentOf.get(lost.payment)
    if (!settled.has(lost.id)) add(payment?.currency ?? lost.currency, -lostOf(lost, payment))
  }
  for (const { currency, amount } of ledger) add(currency, -amount)
  for (const [currency, rest] of held)
    say(rest === 0, `${currency}: the provider holds ${rest} more than the ledger`)
}

/**
 * What a lost dispute took, in the currency of its payment: if reported in another one, at the rate of the payment,
 * rounded up.
 */
function lostOf({ amount, currency }: ProviderBooks['lostDisputes'][number], payment?: Row): number {
  if (!payment || currency === payment.currency) return amount
  // If the provider has not reported the payment's worth, it can only be all of it.
  if (!payment.base) return payment.amount
  const whole = BigInt(amount) * BigInt(payment.amount)
  const rate = BigInt(payment.base)
  return Number(whole / rate) + (whole % rate === 0n ? 0 : 1)
}

/** Each dispute is in the provider's state, and our books have it at what it took, to the cent. */
export function proveDisputes(
  say: Say,
  { lostDisputes }: ProviderBooks,
  { payments, disputes, losses }: Record<'payments' | 'disputes' | 'losses', Row[]>,
): void {
  const lost = new Map(lostDisputes.map((dispute) => [dispute.id, dispute]))
  const paymentOf = new Map(payments.map((row) => [row.provider, row]))
  for (const { id, status } of disputes)
    say((status === 'lost') === lost.has(id), `dispute ${id}: the provider says otherwise`)
  const ours = new Map<string, number>()
  for (const { id, amount } of [...disputes.filter(({ status }) => status === 'lost'), ...losses])
    ours.set(id, (ours.get(id) ?? 0) + amount)
  for (const their of lostDisputes) {
    const payment = paymentOf.get(their.payment)
    // Others may use the same account.
    if (!payment) continue
    const booked = ours.get(their.id)
    say(booked !== undefined, `dispute ${their.id}: lost at the provider, but unknown to us`)
    if (booked === undefined) continue
    const took = lostOf(their, payment)
    say(booked === took, `dispute ${their.id}: the bank took ${took}, but ${booked} is booked`)
  }
}

/** Each payout went out once, for its amount, and is in the state the bank reports. */
export function provePayouts(say: Say, { payouts: theirs }: ProviderBooks, payouts: Row[]): void {
  const byReference = Map.groupBy(theirs, ({ reference }) => reference)
  for (const row of payouts) {
    const made = byReference.get(row.id) ?? []
    byReference.delete(row.id)
    const hasLeft = ['sent', 'paid', 'reversed'].includes(row.status)
    say(!hasLeft || row.isSentWhole, `payout ${row.id}: ${row.status}, but never sent`)
    say(made.length < 2, `payout ${row.id}: the provider made it ${made.length} times`)
    const [their] = made
    say(row.rail === 'razorpayx' || !their, `payout ${row.id}: the provider also pays it`)
    if (row.rail !== 'razorpayx') continue
    say(!their || their.amount === row.railAmount, `payout ${row.id}: the provider sends ${their?.amount}`)
    // Requested and not answered yet: the one case in which the provider may have none, or one we don't know.
    if (row.provider === null && row.status === 'sent' && !row.isAnswerDue) continue
    // One that came back before we heard that it had arrived never left, for us.
    const isState = their?.state === row.status || (their?.state === 'reversed' && row.status === 'failed')
    const isFeeSame = row.status !== 'paid' || !their || row.railFee === their.fee
    say(isFeeSame, `payout ${row.id}: the provider kept ${their?.fee}, but ${row.railFee} is booked`)
    const isSame = row.provider === (their?.id ?? null) && (their ? isState : !hasLeft)
    say(isSame, `payout ${row.id}: ${row.status} here, ${their?.state ?? 'unknown'} at the provider`)
  }
  for (const made of [...byReference.values()].flat())
    say(false, `payout ${made.id}: made, but unknown to us`)
}

/** Each charge was made, refunded and settled as the provider says, and there is none that we don't know. */
export function provePayments(say: Say, provider: ProviderBooks, payments: Row[], refunds: Row[]): void {
  const theirs = new Map(provider.payments.map((payment) => [payment.id, payment]))
  const refundsOf = Map.groupBy(refunds, ({ payment }) => payment)
  for (const row of payments) {
    const their = theirs.get(row.provider)
    const isSame = their?.captured && their.amount === row.amount && their.currency === row.currency
    say(isSame === true, `payment ${row.provider}: the provider has no such charge`)
    const own = refundsOf.get(row.id) ?? []
    const given = (from: Row[], ...states: string[]) =>
      from.filter(({ status }) => states.includes(status)).reduce((total, { amount }) => total + amount, 0)
    const gone = given(
      own.filter(({ rail }) => rail === 'provider'),
      'sent',
      'processed',
    )
    say(gone === their?.refunded, `payment ${row.provider}: the provider gave back ${their?.refunded}`)
    const setAside = given(own, 'approved', 'manual', 'sent', 'processed')
    say(setAside === row.refunded, `payment ${row.provider}: refunds ≠ what was set aside`)
    say(row.fee + row.net === row.amount, `payment ${row.provider}: its parts do not add up`)
    const [ours, theirFee] = [
      feeText(row.providerFee, row.providerCurrency),
      feeText(their?.fee, their?.feeCurrency),
    ]
    say(ours === theirFee, `payment ${row.provider}: the provider kept ${theirFee}, but ${ours} is booked`)
  }
  const known = new Set(payments.map((row) => row.provider))
  for (const { id, captured, amount, refunded } of provider.payments)
    say(!captured || known.has(id) || refunded === amount, `payment ${id}: charged, but unknown to us`)
}
