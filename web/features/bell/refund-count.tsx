import { Count } from './count.tsx'
import { bellTexts as texts } from './messages.ts'
import { useBadges } from './use-badges.ts'

/** The refund requests that wait for a creator's decision. */
export function RefundCount() {
  const { refundRequests } = useBadges()
  return <Count of={refundRequests} said={texts.waiting(refundRequests)} className="ms-auto -me-2" />
}
