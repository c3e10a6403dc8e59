import type { getOverview } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'

import { overviewTexts as texts } from './messages.ts'

export interface TileFacts {
  to: string
  label: string
  count: number
  /** The first day on which one of them is due; null: none has a day. */
  dueAt: string | null
}

/** A tile for each kind of thing that can wait; those the viewer has no part in count nothing. */
export function tilesOf(overview: OutputOf<typeof getOverview>): TileFacts[] {
  const { tiles } = texts
  const { grievances, heldPayouts, openDisputes } = overview
  const tile = (to: string, label: string, count: number | null | undefined, dueAt?: string | null) => ({
    to,
    label,
    count: count ?? 0,
    dueAt: dueAt ?? null,
  })
  return [
    tile('/staff/approvals', tiles.approvals, overview.approvals),
    tile('/staff/cases?queue=appealed', tiles.appeals, overview.appeals),
    tile('/staff/grievances', tiles.grievances, grievances?.count, grievances?.dueAt),
    tile('/staff/refunds', tiles.refundRequests, overview.refundRequests),
    tile('/staff/disputes', tiles.openDisputes, openDisputes?.count, openDisputes?.respondBy),
    tile('/staff/payouts?queue=held', tiles.heldPayouts, heldPayouts?.count, heldPayouts?.untilAt),
  ]
}

/** How much waits at a place; the navigation says so beside it. */
export function waitingAt(path: string, overview: OutputOf<typeof getOverview>): number {
  const reported = path === '/staff/cases' ? (overview.cases?.count ?? 0) : 0
  return tilesOf(overview)
    .filter(({ to }) => to.split('?', 1)[0] === path)
    .reduce((sum, { count }) => sum + count, reported)
}
