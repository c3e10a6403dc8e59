import type { EvidenceState } from '#contract/console/dispute-rules.ts'
import type { DisputeStatus } from '#contract/payments/dispute-status.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

import { disputeTexts as texts } from './messages.ts'

const STATUS_TONES: Record<DisputeStatus, BadgeTone> = {
  suspected: 'warn',
  cleared: 'neutral',
  open: 'warn',
  won: 'good',
  closed: 'good',
  lost: 'bad',
}

const EVIDENCE_TONES: Record<EvidenceState, BadgeTone> = {
  none: 'neutral',
  queued: 'info',
  sent: 'good',
  refused: 'bad',
}

/** Where a dispute stands, and while it waits, whether it was answered. */
export function DisputeBadges({ status, evidence }: { status: DisputeStatus; evidence: EvidenceState }) {
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={STATUS_TONES[status]}>{texts.statuses[status]}</Badge>
      {status === 'open' && <Badge tone={EVIDENCE_TONES[evidence]}>{texts.evidence[evidence]}</Badge>}
    </span>
  )
}
