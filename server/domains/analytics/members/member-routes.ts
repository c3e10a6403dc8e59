import * as contract from '#contract/analytics/member-routes.ts'
import { memberMessages as messages } from '#contract/analytics/messages.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { getOwnSubscription } from '#server/domains/subscriptions/service.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { ownPageId } from '../access.ts'
import { countMembers, listMemberPayments, listMembers } from './member-queries.ts'
import { getOwnMember, presentMember } from './members.ts'
import { membersCsv } from './members-csv.ts'
import { listSharing, saveSharing } from './sharing-queries.ts'

const MEMBERS_PER_PAGE = 30

/** Each reads every member. */
const filesPerCreator: Limit = { name: 'members-file', points: 20, windowSeconds: 300 }

export const memberImplementations: Implementation[] = [
  implementForMember(contract.getMembers, async (db, { input, viewer, now }) => {
    const page = { beforeId: input.cursor ?? null, limit: input.limit ?? MEMBERS_PER_PAGE, now }
    return (await listMembers(db, ownPageId(viewer), filterOf(input), page)).map(presentMember)
  }),

  implementForMember(contract.getMemberCounts, (db, { viewer, now }) =>
    countMembers(db, ownPageId(viewer), now),
  ),

  implementForMember(contract.getMember, async (db, { input, viewer, now }) => {
    const row = await getOwnMember(db, viewer, { id: input.m2cSubscriptionId, now })
    const payments = await listMemberPayments(db, row)
    return {
      ...presentMember(row),
      payments: payments.map((payment) => ({
        _id: payment.id,
        plan: { name: payment.planName },
        amount: dollarsFromCents(payment.amountCents),
        refunded: dollarsFromCents(payment.refundedCents),
        refundable: dollarsFromCents(payment.refundableCents),
        currency: payment.currency,
        createdAt: payment.capturedAt.toISOString(),
      })),
    }
  }),

  implementForMember(
    contract.getMembersFile,
    async (db, { input, viewer, now }) => {
      const csv = await membersCsv(db, ownPageId(viewer), filterOf(input), now)
      const fileName = `cheers-members-${now.toISOString().slice(0, 10)}.csv`
      return { fileName, contentType: 'text/csv', base64: Buffer.from(csv).toString('base64') }
    },
    { isHeavy: true, limits: [{ limit: filesPerCreator, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.getSharing, async (db, { viewer }) => listSharing(db, viewer.id)),

  implementForMember(contract.setSharing, async (db, { input, viewer, now }) => {
    const { creatorId } = await getOwnSubscription(db, viewer, input.m2cSubscriptionId)
    await saveSharing(db, viewer.id, { creatorId, email: input.email, lastSeen: input.lastSeen }, now)
    return { msg: messages.sharingSaved }
  }),
]

function filterOf(input: {
  state?: contract.MemberState | undefined
  planId?: string | undefined
  q?: string | undefined
}) {
  return { state: input.state ?? null, planId: input.planId ?? null, name: input.q || null }
}
