import * as contract from '#contract/subscriptions/ending-routes.ts'
import { endingMessages as messages } from '#contract/subscriptions/messages.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { endByCreator } from './end-by-creator.ts'

/** Each mails a person, and may order a refund. */
const endsPerCreator: Limit = { name: 'end-membership', points: 100, windowSeconds: 3600 }

export const endingImplementations: Implementation[] = [
  implementForMember(
    contract.endMembership,
    async (db, { input, viewer, now }) => {
      const refundReason = input.refund ? messages.refundReason : null
      await endByCreator(db, viewer, { id: input.m2cSubscriptionId, refundReason, now })
      return { msg: input.refund ? messages.endedAndRefunded : messages.ended }
    },
    { limits: [{ limit: endsPerCreator, by: (call) => call.viewer?.id ?? call.ip }] },
  ),
]
