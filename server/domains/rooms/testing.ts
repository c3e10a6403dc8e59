import type { Commenters } from '#contract/moderation/rules.ts'
import { audienceOfPlan, type StepOnWire } from '#server/domains/audiences/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import { openRoom } from './service.ts'

/** A room called "Studio"; open to everyone with an account unless a plan or an audience is given. */
export async function aRoom(
  db: Db,
  creatorId: string,
  given: {
    name?: string
    emoji?: string
    topic?: string
    planId?: string
    audience?: readonly StepOnWire[]
    writeFrom?: Commenters
    planIds?: readonly string[]
  } = {},
): Promise<{ id: string }> {
  const {
    name = 'Studio',
    emoji = '🎧',
    topic = `About ${name}`,
    planId = null,
    writeFrom = 'readers',
    planIds = [],
  } = given
  const audience = given.audience ?? audienceOfPlan(planId)
  const form = { name, emoji, topic, audience, writeFrom, planIds }
  return { id: await db.transaction().execute((inside) => openRoom(inside, creatorId, form, new Date())) }
}
