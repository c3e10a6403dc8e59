import { getEntity } from '../api/call.ts'
import { openDispute, settleDispute } from '../billing/dispute.ts'
import type { Wire } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import type { Running } from '../core/sandbox.ts'
import { allowKeys, findText, requireText, type Fields } from '../http/fields.ts'
import { disputeWire } from '../wire/dispute.ts'

/** Acts as the cardholder's bank: asks a payment back, and decides. */
export const disputeAnswers = {
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
}
