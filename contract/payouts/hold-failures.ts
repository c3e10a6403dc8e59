import { defineFailures } from '../http/route.ts'
import { payoutHoldMessages as messages } from './hold-messages.ts'

/** Of what the staff do about payouts. */
export const payoutHoldFailures = defineFailures({
  payout_not_found: { status: 404, message: messages.notFound },
  payout_gone: { status: 409, message: messages.gone },
  payout_held: { status: 409, message: messages.held },
  payout_held_twice: { status: 409, message: messages.heldTwice },
  payout_held_by_you: { status: 409, message: messages.heldByYou },
  payout_not_held: { status: 409, message: messages.notHeld },
})
