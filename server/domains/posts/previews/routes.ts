import { postMessages } from '#contract/posts/messages.ts'
import * as contract from '#contract/posts/preview-routes.ts'
import { implement, type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { getPreviewDownload, getPreviewPlayback, presentPreview } from './present.ts'
import { endPreviewLink, getOwnLinkEnd, makePreviewLink, openPreview } from './previews.ts'

const linksPerUser: Limit = { name: 'create-preview-link', points: 60, windowSeconds: 3600 }
/** Whoever opens a link may be anybody. */
const readsPerAddress: Limit = { name: 'read-preview', points: 300, windowSeconds: 600 }
const LIMITED = { limits: [{ limit: readsPerAddress, by: (call: { ip: string }) => call.ip }] }

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

  implement(
    contract.getPreview,
    async (db, call) => {
      const preview = await openPreview(db, call.input.token, call.now)
      return {
        post: await presentPreview(db, preview, call),
        isUnpublished: preview.isUnpublished,
        expiresAt: preview.link.expiresAt.toISOString(),
      }
    },
    LIMITED,
  ),

  implement(
    contract.getPreviewPlayback,
    async (db, call) => getPreviewPlayback(db, call.input, call),
    LIMITED,
  ),

  implement(
    contract.getPreviewDownload,
    async (db, call) => getPreviewDownload(db, call.input, call),
    LIMITED,
  ),
]
