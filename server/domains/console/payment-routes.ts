import type * as z from 'zod/mini'

import { consoleFailures } from '#contract/console/failures.ts'
import * as contract from '#contract/console/payment-routes.ts'
import { dollarsFromCents, percentFromBasisPoints, unitsFromMinor } from '#contract/money.ts'
import { paymentFailures } from '#contract/payments/failures.ts'
import { formatReceiptNumber } from '#contract/payments/receipts.ts'
import { availableFrom } from '#contract/payments/refund-window.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff } from '#server/platform/http/implement.ts'

import * as queries from './payment-queries.ts'
import { refundOrAsk } from './refunds.ts'

const ROWS_PER_PAGE = 50

const AUDITED_AS = { made: 'refund', repeated: 'repeat-refund', waiting: 'ask-refund' } as const

type PaymentLine = z.infer<typeof contract.listStaffPayments.output>[number]

function presentLine(row: queries.PaymentLineRow): PaymentLine {
  return {
    _id: row.id,
    capturedAt: row.capturedAt.toISOString(),
    amount: dollarsFromCents(row.amountCents),
    currency: row.currency,
    refunded: dollarsFromCents(row.refundedCents),
    isDisputed: row.isDisputed,
    member: { _id: row.memberId, name: row.memberName },
    page: { _id: row.creatorId, name: row.pageName, handle: row.handle },
    planName: row.planName,
    receiptNumber: formatReceiptNumber(row.receiptYear, row.receiptNumber),
  }
}

/** "2026-000042", "2026-27/000042", an id of ours, or the provider's; null: it names nothing. */
function paymentReferenceIn(q: string): queries.PaymentReference | null {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(q)) return { by: 'id', id: q }
  const receipt = /^(\d{4})(?:-(\d{2})\/|-)(\d{6,9})$/.exec(q)
  if (receipt) {
    const [, year = '', second, number] = receipt
    return { by: 'receipt', year: Number(`${year}${second ?? ''}`), number: Number(number) }
  }
  return /^pay_\w{1,60}$/.test(q) ? { by: 'provider', id: q } : null
}

function providerFeeOf(row: queries.WholePaymentRow) {
  const { providerFeeMinor, providerTaxMinor, providerFeeCurrency: currency } = row
  if (providerFeeMinor === null || currency === null) return null
  return {
    amount: unitsFromMinor(providerFeeMinor, currency),
    tax: unitsFromMinor(providerTaxMinor ?? 0, currency),
    currency,
  }
}

export const paymentImplementations: Implementation[] = [
  implementForStaff(contract.listStaffPayments, async (db, { input, staff }) => {
    const { q = '', userId = null, creatorId = null, standing = 'all', cursor = null, limit } = input
    if (staff.reach === 'one person' && userId === null && q === '')
      throw new Failure(consoleFailures.one_person_only)
    const reference = paymentReferenceIn(q)
    if (q !== '' && reference === null) return []
    const page = { beforeId: cursor, limit: limit ?? ROWS_PER_PAGE }
    const rows = await queries.listPayments(db, { reference, userId, creatorId, standing, ...page })
    return rows.map(presentLine)
  }),

  implementForStaff(contract.getStaffPayment, async (db, { input: { paymentId } }) => {
    const row = await queries.findPayment(db, paymentId)
    if (!row) throw new Failure(paymentFailures.payment_not_found)
    const available = availableFrom(row.capturedAt)
    const { creatorId, currency } = row
    const payout = await queries.findFirstPayoutAfter(db, { creatorId, currency, after: available })
    return {
      ...presentLine(row),
      providerPaymentId: row.providerPaymentId,
      kind: row.kind,
      interval: row.interval,
      periodFrom: row.periodFrom.toISOString(),
      periodUntil: row.periodUntil.toISOString(),
      carried: dollarsFromCents(row.carriedCents),
      number: row.number,
      membershipSince: row.membershipSince.toISOString(),
      membershipStatus: row.membershipStatus,
      fee: dollarsFromCents(row.feeCents),
      feePercent: percentFromBasisPoints(row.feeBasisPoints),
      net: dollarsFromCents(row.netCents),
      providerFee: providerFeeOf(row),
      refunds: (await queries.listRefundsOf(db, paymentId)).map(
        ({ id, amountCents, feeCents, netCents, requestedAt, ...refund }) => ({
          _id: id,
          ...refund,
          amount: dollarsFromCents(amountCents),
          fee: dollarsFromCents(feeCents),
          net: dollarsFromCents(netCents),
          requestedAt: requestedAt.toISOString(),
        }),
      ),
      disputes: (await queries.listDisputesOf(db, paymentId)).map(
        ({ status, amountCents, borneCents, takenCents, openedAt, respondBy, settledAt }) => ({
          status,
          amount: dollarsFromCents(amountCents),
          borne: dollarsFromCents(borneCents),
          taken: dollarsFromCents(takenCents),
          currency,
          openedAt: openedAt.toISOString(),
          respondBy: respondBy?.toISOString() ?? null,
          settledAt: settledAt?.toISOString() ?? null,
        }),
      ),
      availableFrom: available.toISOString(),
      payout: payout && {
        _id: payout.id,
        status: payout.status,
        amount: dollarsFromCents(payout.amountCents),
        requestedAt: payout.requestedAt.toISOString(),
      },
      refundable: dollarsFromCents(row.leftCents),
    }
  }),

  implementForStaff(contract.refundAsStaff, async (db, { input, staff, now }) => {
    const { paymentId, amount: amountCents = null, reason } = input
    const made = await refundOrAsk(db, { paymentId, amountCents, reason, staff, now })
    staff.audit({
      action: AUDITED_AS[made.state],
      subject: { kind: 'payment', id: paymentId },
      reason,
      before: { refundedCents: made.refundedCents },
      after: { amountCents: made.amountCents, currency: made.currency },
    })
    const state = made.state === 'repeated' ? 'made' : made.state
    return { state, amount: dollarsFromCents(made.amountCents), currency: made.currency }
  }),
]
