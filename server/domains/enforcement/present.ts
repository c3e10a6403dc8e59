import type { OwnCase } from '#contract/enforcement/routes.ts'
import type { TargetKind } from '#contract/enforcement/rules.ts'
import type { ChannelKind } from '#contract/channels/rules.ts'
import { postPath } from '#server/domains/posts/service.ts'

import type { OwnCaseRow } from './own-case-queries.ts'
import { messagePath } from './targets/target-type.ts'

interface Placed {
  targetKind: TargetKind
  targetId: string
  channelId: string | null
  channelKind: ChannelKind | null
  seq: number | null
  handle: string | null
  slug: string | null
}

/** Where an item stands; null: nowhere that has an address. */
export function pathOf(row: Placed): string | null {
  const { targetKind, targetId, channelId, channelKind: kind, seq, handle, slug } = row
  if (targetKind === 'message' && kind !== null && channelId !== null && seq !== null)
    return messagePath({ kind, channelId, seq }, handle)
  if (handle === null) return null
  if (targetKind === 'post') return postPath({ handle, slug, id: targetId })
  return targetKind === 'page' ? `/${handle}` : null
}

/** A post that nobody can see; its author changes it where it was written. */
function isOutOfSight({ targetKind, measure, liftedAt }: OwnCaseRow): boolean {
  return targetKind === 'post' && measure !== 'none' && liftedAt === null
}

function writingPath({ handle, targetId }: OwnCaseRow): string | null {
  return handle === null ? null : `/${handle}/write/${targetId}`
}

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}

/** A decision as the person concerned reads it; who decided is not told, only for whom. */
export function presentOwnCase(row: OwnCaseRow): OwnCase {
  const { appeal, appealedAt, appealDueAt } = row
  return {
    _id: row.id,
    number: row.number,
    kind: row.targetKind,
    item: row.item ?? '',
    path: isOutOfSight(row) ? writingPath(row) : pathOf(row),
    level: row.decidedAs,
    pageName: row.decidedAs === 'page' ? row.pageName : null,
    measure: row.measure,
    rule: row.rule,
    rulesVersion: row.rulesVersion,
    ground: row.ground,
    facts: row.facts,
    wasReported: row.reportCount > 0,
    decidedAt: row.decidedAt.toISOString(),
    untilAt: iso(row.untilAt),
    isExtended: row.extendedAt !== null,
    fixUntil: iso(row.fixUntil),
    fixedAt: iso(row.fixedAt),
    appealUntil: row.appealUntil.toISOString(),
    liftedAt: iso(row.liftedAt),
    liftedBecause: row.liftedBecause,
    strikeUntil: iso(row.strikeUntil),
    appeal:
      appeal && appealedAt && appealDueAt
        ? {
            ...appeal,
            appealedAt: appealedAt.toISOString(),
            dueAt: appealDueAt.toISOString(),
            answeredAt: iso(row.answeredAt),
          }
        : null,
  }
}
