import { postMessages } from '#contract/posts/messages.ts'
import * as contract from '#contract/posts/preview-routes.ts'
import { implement, type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { findPostMedia } from './media.ts'
import { endPreviewLink, getOwnLinkEnd, makePreviewLink, openPreview } from './previews.ts'
import { presentPost } from './service.ts'

const linksPerUser: Limit = { name: 'create-preview-link', points: 60, windowSeconds: 3600 }

export const previewImplementations: Implementation[] = [
  implementForMember(contract.getPreviewLink, async (db, { input, viewer, now }) => {
    const expiresAt = await getOwnLinkEnd(db, viewer, input.id, now)
    return { expiresAt: expiresAt?.toISOString() ?? null }
  }),

  implementForMember(
    contract.createPreviewLink,
    async (db, { input, viewer, now, platform }) => {
      const { token, expiresAt } = await makePreviewLink(db, viewer, input.id, now)
      return { url: `${platform.config.publicUrl}/preview/${token}`, expiresAt: expiresAt.toISOString() }
    },
    { limits: [{ limit: linksPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.revokePreviewLink, async (db, { input, viewer, now }) => {
    await endPreviewLink(db, viewer, input.id, now)
    return { msg: postMessages.previewLinkRevoked }
  }),

  implement(contract.getPreview, async (db, { input, now, platform }) => {
    const { row, mediaLeftOut, expiresAt } = await openPreview(db, input.token, now)
    const media = await findPostMedia(db, [row], { viewerId: null, now, platform })
    return { post: presentPost(row, media), mediaLeftOut, expiresAt: expiresAt.toISOString() }
  }),
]
