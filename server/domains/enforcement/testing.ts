import { daysAfter, deadlinesFrom } from '#contract/enforcement/deadlines.ts'
import { isPageLimit, type Measure, type ReportReason, type TargetKind } from '#contract/enforcement/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

import { closeCase, insertCase, insertLines } from './case-queries.ts'
import { keysOf } from './grievances/email-context.ts'
import { file } from './grievances/grievances.ts'
import { insertDecision, storeFixed } from './decision-queries.ts'

/** An open case of the operator's, about somebody's account unless something else is named. */
export async function aCase(
  db: Db,
  given: {
    concernedId: string
    kind?: TargetKind
    targetId?: string
    creatorId?: string | null
    reason?: ReportReason
    now?: Date
  },
): Promise<{ id: string }> {
  const { concernedId, kind = 'person', creatorId = null, reason = 'spam', now = new Date() } = given
  const id = newId(now)
  await insertCase(db, {
    ...deadlinesFrom(now, 'ordinary'),
    id,
    targetKind: kind,
    targetId: given.targetId ?? newId(now),
    channel: null,
    creatorId,
    concernedId,
    level: 'operator',
    reason,
    urgency: 'ordinary',
    openedAt: now,
  })
  await insertLines(db, id, [
    { authorId: concernedId, body: 'Buy three followers, get one free', writtenAt: now, isReported: true },
  ])
  return { id }
}

/** The same, decided; what it is about was hidden by nobody. */
export async function aDecision(
  db: Db,
  given: Parameters<typeof aCase>[1] & { measure?: Measure; decidedBy?: string; isFixed?: boolean },
): Promise<{ caseId: string; decisionId: string }> {
  const { measure = 'hide', decidedBy = 'command:dev', isFixed = false, now = new Date() } = given
  const { id: caseId } = await aCase(db, { kind: 'post', ...given })
  const decisionId = newId(now)
  await insertDecision(db, {
    id: decisionId,
    caseId,
    measure,
    rule: 'spam',
    rulesVersion: '2026-11-01',
    ground: 'terms',
    facts: 'The same text stood below forty posts.',
    decidedAs: 'operator',
    decidedBy,
    decidedAt: now,
    appealUntil: daysAfter(now, 180),
    untilAt: isPageLimit(measure) ? daysAfter(now, 14) : null,
    fixUntil: measure === 'hide' ? daysAfter(now, 14) : null,
  })
  await closeCase(db, caseId)
  if (isFixed) await storeFixed(db, decisionId, now)
  return { caseId, decisionId }
}

/** A grievance of somebody without an account. */
export async function aGrievance({
  db,
  platform,
}: {
  db: Db
  platform: Platform
}): Promise<{ number: number; token: string }> {
  const given = {
    kind: 'other',
    name: 'Nobody',
    email: 'nobody@example.org',
    text: 'Hello',
    url: '',
  } as const
  const now = platform.clock.now()
  return db.transaction().execute((inside) => file(inside, { ...given, userId: null }, keysOf(platform), now))
}
