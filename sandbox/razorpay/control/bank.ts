import { getEntity } from '../api/call.ts'
import { openDispute, settleDispute } from '../billing/dispute.ts'
import type { Wire } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import type { Running } from '../core/sandbox.ts'
import { allowKeys, findText, requireText, type Fields } from '../http/fields.ts'
import { payoutEvent } from '../webhooks/envelope.ts'
import { disputeWire } from '../wire/dispute.ts'
import { payoutWire } from '../wire/payout.ts'

/** Acts as the cardholder's bank: asks a payment back, and decides. */
export const bankAnswers = {
  'POST payments/:id/dispute': ({ context }: Running, body: Fields, id: string): Wire => {
    allowKeys(body, ['reason'])
    const payment = getEntity(context.state.payments, 'pay', id)
    return disputeWire(openDispute(context, payment, findText(body, 'reason') ?? 'goods_not_received'))
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
  /** The bank's answer about a payout; one that arrived may come back later. */
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
