import { getEntity } from '../api/call.ts'
import { settlementWire } from '../api/settlements.ts'
import { openDispute, settleDispute } from '../billing/dispute.ts'
import { balancePaise, settleEverything } from '../billing/settlement.ts'
import type { Wire } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import {
  allowKeys,
  findFlag,
  findInteger,
  findText,
  requireInteger,
  requireText,
  type Fields,
} from '../http/fields.ts'
import { payoutEvent } from '../webhooks/envelope.ts'
import { disputeWire } from '../wire/dispute.ts'
import { payoutWire } from '../wire/payout.ts'
import type { Running } from './running.ts'

const PHASES = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'] as const

function readPhase(text: string): (typeof PHASES)[number] {
  const phase = PHASES.find((known) => known === text)
  if (phase === undefined) throw badRequest(`The phase is one of ${PHASES.join(', ')}.`, 'phase')
  return phase
}

/** Acts as the cardholder's bank: claims a payment back, and decides. */
export const bankAnswers = {
  'POST payments/:id/dispute': ({ context }: Running, body: Fields, id: string): Wire => {
    allowKeys(body, ['reason', 'phase', 'in_rupees', 'amount'])
    const payment = getEntity(context.state.payments, 'pay', id)
    const amount = findInteger(body, 'amount') ?? payment.amount
    if (amount < 1 || amount > payment.amount)
      throw badRequest('The amount is a part of the payment.', 'amount')
    return disputeWire(
      openDispute(context, payment, {
        reasonCode: findText(body, 'reason') ?? 'goods_not_received',
        phase: readPhase(findText(body, 'phase') ?? 'chargeback'),
        isInRupees: findFlag(body, 'in_rupees') === true,
        amount,
      }),
    )
  },
  'POST disputes/:id/settle': ({ context }: Running, body: Fields, id: string): Wire => {
    allowKeys(body, ['outcome'])
    const outcome = requireText(body, 'outcome')
    if (outcome !== 'won' && outcome !== 'lost' && outcome !== 'closed')
      throw badRequest('The outcome is won, lost or closed.', 'outcome')
    const dispute = getEntity(context.state.disputes, 'disp', id)
    settleDispute(context, dispute, outcome)
    return disputeWire(dispute)
  },
  /** Sends the whole balance to the merchant's bank; refunds are refused until new payments come in. */
  'POST settlements': ({ context }: Running, body: Fields): Wire => {
    allowKeys(body, [])
    const settlement = settleEverything(context)
    if (settlement === null) throw badRequest('The account holds nothing to settle.')
    return settlementWire(settlement)
  },
  /** The merchant adds their own paise to the account. */
  'POST funds': ({ context }: Running, body: Fields): Wire => {
    allowKeys(body, ['amount'])
    const amount = requireInteger(body, 'amount')
    if (amount < 1) throw badRequest('The amount must be at least 1.', 'amount')
    context.state.reserve += amount
    return { balance: balancePaise(context) }
  },
  /** The bank's answer to a payout; one that arrived may be returned later. */
  'POST payouts/:id/settle': ({ context }: Running, body: Fields, id: string): Wire => {
    allowKeys(body, ['outcome'])
    const outcome = requireText(body, 'outcome')
    if (outcome !== 'processed' && outcome !== 'failed' && outcome !== 'reversed')
      throw badRequest('The outcome is processed, failed or reversed.', 'outcome')
    const payout = getEntity(context.state.payouts, 'pout', id)
    payout.status = outcome
    payout.utr = outcome === 'processed' ? `UTR${payout.id.slice(5)}` : payout.utr
    payout.reason = outcome === 'processed' ? null : 'The beneficiary account is closed.'
    context.emit([payoutEvent(`payout.${outcome}`, payout)])
    return payoutWire(payout)
  },
}
