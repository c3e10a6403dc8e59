import { conversationMessages } from '#contract/conversations/messages.ts'
import * as contract from '#contract/conversations/rule-routes.ts'
import { planFailures } from '#contract/plans/failures.ts'
import { getOwnPage } from '#server/domains/creators/service.ts'
import { getOfferedPlan } from '#server/domains/plans/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { listAnnouncementsOf } from './announcement-queries.ts'
import { nextAnnouncementAt, queueAnnouncement } from './announcements.ts'
import { getRules, storeRules } from './rule-queries.ts'

const changesPerUser: Limit = { name: 'change-message-rules', points: 60, windowSeconds: 600 }

const LIMITED = {
  limits: [
    {
      limit: changesPerUser,
      by: (call: { viewer: { id: string } | null; ip: string }) => call.viewer?.id ?? call.ip,
    },
  ],
}
const ANNOUNCEMENTS_PER_PAGE = 20

export const messageRuleImplementations: Implementation[] = [
  implementForMember(contract.getMessageRules, (db, { viewer }) => getRules(db, viewer.id)),

  implementForMember(
    contract.setMessageRules,
    async (db, { input, viewer }) => {
      for (const planId of input.planIds)
        if ((await getOfferedPlan(db, planId)).creatorId !== viewer.creatorId)
          throw new Failure(planFailures.plan_not_found)
      await storeRules(db, viewer.id, input)
      return getRules(db, viewer.id)
    },
    LIMITED,
  ),

  implementForMember(
    contract.announce,
    async (db, { input: { pageHandle, ...given }, viewer, now }) => {
      const { id: creatorId } = await getOwnPage(db, pageHandle, viewer)
      await queueAnnouncement(db, { creatorId, ...given }, now)
      return { msg: conversationMessages.announcementQueued, queued: true }
    },
    LIMITED,
  ),

  implementForMember(contract.listAnnouncements, async (db, { input, viewer, now }) => {
    const { id: creatorId } = await getOwnPage(db, input.pageHandle, viewer)
    const asked = { creatorId, beforeId: input.cursor ?? null, limit: input.limit ?? ANNOUNCEMENTS_PER_PAGE }
    const rows = await listAnnouncementsOf(db, asked)
    const nextAt = await nextAnnouncementAt(db, creatorId, now)
    return {
      announcements: rows.map(({ id, body, sentCount, isSent, createdAt }) => ({
        _id: id,
        body,
        sentCount,
        isSent,
        at: createdAt.toISOString(),
      })),
      nextAt: nextAt?.toISOString() ?? null,
    }
  }),
]
