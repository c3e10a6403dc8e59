import * as contract from '#contract/posts/comment-routes.ts'
import { postFailures } from '#contract/posts/failures.ts'
import { keepCommenters } from '#server/domains/moderation/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { getOwnWritten, lockOwnWritten } from '../writing/drafts.ts'
import { findCommentSettings, storeCommentSettings } from './queries.ts'

const changesPerUser: Limit = { name: 'comment-settings', points: 300, windowSeconds: 3600 }

/** Who may comment on a post. The comments themselves are a channel: see `gate.ts`. */
export const commentImplementations: Implementation[] = [
  implementForMember(contract.getCommentSettings, async (db, { input, viewer }) => {
    await getOwnWritten(db, viewer, input.id)
    const settings = await findCommentSettings(db, input.id)
    if (!settings) throw new Failure(postFailures.post_not_found)
    return settings
  }),

  implementForMember(
    contract.setCommentSettings,
    async (db, { input: { id, ...given }, viewer, now }) => {
      const { creatorId } = await lockOwnWritten(db, viewer, id)
      const audienceId = await keepCommenters(db, creatorId, given, now)
      await storeCommentSettings(db, id, { commentsFrom: given.commentsFrom, audienceId })
      return given
    },
    { limits: [{ limit: changesPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),
]
