import { useState } from 'react'

import { embedOf } from '#contract/media/embeds.ts'
import { createDraft, saveDraft } from '#contract/posts/calls.ts'
import { call } from '#web/api/call.ts'
import type { AttachmentInHand } from '#web/features/uploader/use-attachment.ts'

import type { PostDraft } from './post-draft.ts'
import { attachedInput, describeAttached } from './send-attachment.ts'

/** Moves what is being written here into a draft at the server, which the full page opens. */
export function useFullPage() {
  const [isPending, setIsPending] = useState(false)
  // Repeated after a lost answer, it is the same draft.
  const [clientKey] = useState(() => crypto.randomUUID())

  async function move(of: PostDraft & { attachment: AttachmentInHand }) {
    const { _id: id, revision } = await call(createDraft, { clientKey })
    const isUsable = of.attachment.stage === 'usable'
    if (isUsable) await describeAttached(of.attachment)
    const { mediaId, videoLink } = attachedInput(of.attachment)
    const isKnownLink = videoLink !== undefined && embedOf(videoLink, window.location.hostname) !== null
    await call(saveDraft, {
      id,
      revision,
      title: null,
      content: of.content,
      audience: of.audience ?? [
        {
          reach: of.planId === '' ? 'everyone' : 'plans',
          planIds: of.planId === '' ? [] : [of.planId],
          isExact: false,
          fromAt: null,
          untilAt: null,
        },
      ],
      mediaIds: isUsable && mediaId !== undefined ? [mediaId] : [],
      videoLink: isKnownLink ? videoLink : null,
      teaser: null,
      coverId: null,
      isMailed: true,
    })
    return id
  }

  return {
    isPending,
    /** The draft's id; null: it could not be moved, and everything is still here. */
    async open(of: Parameters<typeof move>[0]): Promise<string | null> {
      setIsPending(true)
      try {
        return await move(of)
      } catch {
        return null
      } finally {
        setIsPending(false)
      }
    },
  }
}
