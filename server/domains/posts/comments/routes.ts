import { withoutIds } from '#contract/channels/body.ts'
import { QUOTE_MAX_LENGTH } from '#contract/channels/rules.ts'
import { commentAddress } from '#contract/posts/comment-address.ts'
import * as contract from '#contract/posts/comment-routes.ts'
import { postFailures } from '#contract/posts/failures.ts'
import { UNANSWERED_MAX } from '#contract/posts/limits.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import { keepCommenters } from '#server/domains/moderation/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { postPath } from '../address.ts'
import { getOwnWritten, lockOwnWritten } from '../writing/drafts.ts'
import { findCommentSettings, listUnanswered, storeCommentSettings } from './queries.ts'

/** What is older is taken for settled. */
const WAITING_MS = 30 * 86_400_000

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

  implementForMember(contract.listUnansweredComments, async (db, { viewer, now }) => {
    if (viewer.creatorId === null) return []
    const since = new Date(now.getTime() - WAITING_MS)
    const rows = await listUnanswered(db, { creatorId: viewer.creatorId, since, limit: UNANSWERED_MAX })
    return rows.map((row) => ({
      _id: row.id,
      author: { name: row.authorName, profileImage: publicMediaUrl(row.authorImage) },
      postTitle: row.postTitle,
      body: withoutIds(row.body).slice(0, QUOTE_MAX_LENGTH),
      path: commentAddress(postPath({ ...row, id: row.postId }), row.seq),
      writtenAt: row.createdAt.toISOString(),
    }))
  }),
]
