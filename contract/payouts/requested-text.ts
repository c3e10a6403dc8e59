import { payoutMessages } from './messages.ts'
import type { PayoutStatus } from './routes.ts'

/** What follows the request of a payout: new payout details hold it back for a while. */
export function requestedText(status: PayoutStatus): string {
  return status === 'requested' ? payoutMessages.requestedWhileHeld : payoutMessages.requested
}
