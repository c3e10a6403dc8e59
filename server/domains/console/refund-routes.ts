import { consoleFailures } from '#contract/console/failures.ts'
import * as contract from '#contract/console/refund-routes.ts'
import { SUPPORT_REFUND_MAX } from '#contract/console/rules.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { refundFailures } from '#contract/payments/failures.ts'
import {
  declineByOperator,
  listTroubledRefunds,
  listWaitingRefunds,
  lockPayment,
  payRefundByBank,
  retryByOperator,
  transferByOperator,
} from '#server/domains/payments/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff } from '#server/platform/http/implement.ts'

import { isTooMuchAlone, limitSupport } from './refund-limits.ts'
import { findRefund } from './refund-queries.ts'

export const refundImplementations: Implementation[] = [
  implementForStaff(contract.listStaffRefunds, async (db, { input: { queue = 'requested' } }) => {
    const rows = await (queue === 'requested' ? listWaitingRefunds : listTroubledRefunds)(db)
    return rows.map((row) => ({
      _id: row.id,
      paymentId: row.paymentId,
      memberName: row.memberName,
      pageName: row.pageName,
      status: row.status,
      amount: dollarsFromCents(row.amountCents),
      currency: row.currency,
      reason: row.reason,
      requestedAt: row.requestedAt.toISOString(),
      attempts: row.attempts,
      refusal: row.refusal,
      nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    }))
  }),

  implementForStaff(contract.actOnRefund, async (db, { input, staff, now }) => {
    const { refundId, act, reason = '', bankReference = '' } = input
    const { actor, reach } = staff
    const support = await limitSupport(db, staff, now)
    const found = await findRefund(db, refundId)
    if (found) await lockPayment(db, found.paymentId)
    // Read again: the lock's previous holder may have made it anew.
    const refund = await findRefund(db, refundId)
    if (!refund) throw new Failure(refundFailures.refund_not_found)
    if (actor.kind === 'user' && [refund.memberId, refund.ownerId].includes(actor.id))
      throw new Failure(consoleFailures.own_matter)
    if (reach === 'at most $50' && refund.amountCents > SUPPORT_REFUND_MAX[refund.currency])
      throw new Failure(consoleFailures.refund_limit)
    const isGivenAnew = refund.status === 'failed' && act !== 'decline'
    if (isGivenAnew) support?.refuseAbove(refund)
    if (isGivenAnew && actor.kind === 'user' && isTooMuchAlone(refund))
      throw new Failure(consoleFailures.second_person)
    if ((act === 'decline' && reason === '') || (act === 'paid' && bankReference === ''))
      throw new Failure(consoleFailures.words_missing)
    const operator = actor.kind === 'user' ? actor.id : actor.name
    const order = { refundId, operator, now }
    const after =
      act === 'decline'
        ? await declineByOperator(db, { reference: refund.paymentId, reason, operator, now })
        : act === 'paid'
          ? await payRefundByBank(db, { ...order, reference: bankReference })
          : await { retry: retryByOperator, transfer: transferByOperator }[act](db, order)
    staff.audit({
      action: `${act}-refund`,
      subject: { kind: 'refund', id: refundId },
      reason: act === 'decline' ? reason : null,
      before: { status: refund.status },
      after: {
        status: after.status,
        ...(isGivenAnew && { amountCents: refund.amountCents, currency: refund.currency }),
      },
    })
    return { refundId }
  }),
]
