import { Scale } from 'lucide-react'

import { listDisputes } from '#contract/console/calls.ts'
import { DISPUTE_QUEUES, type DisputeQueue, type EvidenceState } from '#contract/console/dispute-rules.ts'
import { formatDay } from '#contract/dates.ts'
import type { DisputeStatus } from '#contract/payments/dispute-status.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

import { columnMoney, Queues, Row, StaffList, StaffPlace } from '../parts/list.tsx'
import { disputeTexts as texts } from './messages.ts'

const PER_PAGE = 50

/** What banks ask back: those due first, and what became of the others. */
export function DisputesScreen() {
  return (
    <StaffPlace title={texts.title} subtitle={texts.subtitle}>
      <Queues values={DISPUTE_QUEUES} texts={texts.queues}>
        {(queue) => <Queue queue={queue} />}
      </Queues>
    </StaffPlace>
  )
}

function Queue({ queue }: { queue: DisputeQueue }) {
  const list = usePages(listDisputes, { queue, limit: PER_PAGE }, (rows) => rows)
  return (
    <StaffList list={list} empty={{ icon: <Scale />, title: texts.none[queue] }}>
      {(row, rows) => (
        <Row
          to={`/staff/disputes/${row._id}`}
          title={texts.between(row.member.name, row.page.name)}
          badges={<DisputeBadges status={row.status} evidence={row.evidence} />}
          meta={deadlineText(row)}
          end={columnMoney(rows)(row)}
        />
      )}
    </StaffList>
  )
}

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

/** The day that matters of a dispute, in a few words. */
export function deadlineText({
  respondBy,
  settledAt,
}: {
  respondBy: string | null
  settledAt: string | null
}): string {
  if (settledAt !== null) return texts.settledOn(formatDay(settledAt))
  if (respondBy === null) return texts.noDay
  const day = formatDay(respondBy)
  return Date.parse(respondBy) < Date.now() ? texts.overdue(day) : texts.dueBy(day)
}
