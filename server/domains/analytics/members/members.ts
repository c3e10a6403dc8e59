import type { getMembers } from '#contract/analytics/member-routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { accessEnd } from '#contract/subscriptions/engine/access.ts'
import { memberFailures } from '#contract/subscriptions/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'

import { findMember, type MemberRow } from './member-queries.ts'

/** A member of the viewer's own page. Others don't exist as far as they can tell. */
export async function getOwnMember(
  db: Db,
  viewer: Viewer,
  { id, now }: { id: string; now: Date },
): Promise<MemberRow & { creatorId: string }> {
  const { creatorId } = viewer
  const row = creatorId === null ? null : await findMember(db, creatorId, { id, now })
  if (creatorId === null || !row) throw new Failure(memberFailures.member_not_found)
  return { ...row, creatorId }
}

export function presentMember(row: MemberRow): OutputOf<typeof getMembers>[number] {
  return {
    _id: row.id,
    member: { _id: row.memberId, name: row.name },
    plan: {
      _id: row.planId,
      name: row.planName,
      price: dollarsFromCents(row.priceCents),
      currency: row.currency,
    },
    interval: row.interval,
    state: row.state,
    since: row.since.toISOString(),
    months: row.months,
    total: dollarsFromCents(row.totalCents),
    paidUntil: row.accessUntil?.toISOString() ?? null,
    accessEnds: accessEnd(row)?.toISOString() ?? null,
    email: row.email,
    lastSeen: row.lastSeen?.toISOString() ?? null,
  }
}
