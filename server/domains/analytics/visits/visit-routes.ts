import * as contract from '#contract/analytics/visit-routes.ts'
import { findReadablePost } from '#server/domains/posts/service.ts'
import { type Implementation, implement } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { playRows } from './plays.ts'
import { referrerHost } from './referrer-host.ts'
import { findVisitedPage } from './visit-queries.ts'
import { visitRows } from './visits.ts'

/** An office shares an address; nobody reads more pages than that. */
const visitsPerAddress: Limit = { name: 'visit', points: 300, windowSeconds: 300 }

/** Nobody plays more in an hour, but an office may. */
const playsPerAddress: Limit = { name: 'play', points: 600, windowSeconds: 3600 }

/** Long enough to tell browsers apart. */
const USER_AGENT_KEPT = 300

export const visitImplementations: Implementation[] = [
  implement(
    contract.noteVisit,
    async (db, { input, viewer, ip, userAgent, platform, now }) => {
      const page = await findVisitedPage(db, { handle: input.pageHandle, post: input.post ?? null })
      // Owners looking at their own page are no visitors.
      if (page && page.ownerId !== viewer?.id)
        platform.writeBehind.add(visitRows, {
          at: now,
          creatorId: page.creatorId,
          postId: page.postId,
          host: referrerHost(input.from, new URL(platform.config.publicUrl).hostname),
          address: ip,
          userAgent: userAgent.slice(0, USER_AGENT_KEPT),
        })
      return {}
    },
    { limits: [{ limit: visitsPerAddress, by: (call) => call.ip }] },
  ),

  implement(
    contract.notePlay,
    async (db, { input: { mediaId, hasCompleted }, viewer, platform, now }) => {
      const post = await findReadablePost(db, { mediaId, viewerId: viewer?.id ?? null, now })
      // Owners who look at what they made are no audience.
      if (post && post.creatorId !== viewer?.creatorId)
        platform.writeBehind.add(playRows, {
          at: now,
          creatorId: post.creatorId,
          postId: post.id,
          hasCompleted,
        })
      return {}
    },
    { limits: [{ limit: playsPerAddress, by: (call) => call.ip }] },
  ),
]
