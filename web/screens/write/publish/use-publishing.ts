import { useState } from 'react'

import { creatorDetails } from '#contract/creators/calls.ts'
import { getPoll } from '#contract/polls/calls.ts'
import { getPosts, getPostsByPageHandle, listOwnPosts, publishDraft } from '#contract/posts/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { momentText } from '#web/features/time/when-text.ts'
import { hasContent } from '#web/features/writer/blocks/blocks.ts'
import { navigate } from '#web/routing/navigate.ts'
import { toast } from '#web/ui/toast.tsx'

import type { Draft, DraftFields } from '../draft/draft-fields.ts'
import type { DraftSaver } from '../draft/draft-saver.ts'
import { writeTexts } from '../messages.ts'

const texts = writeTexts.publishing

/** Saves what is left to save, publishes, and leads to where the post is then. */
export function usePublishing(of: {
  draft: Draft
  fields: DraftFields
  saver: DraftSaver
  pageHandle: string
  isSending: boolean
  /** Why its files keep it from going out. */
  filesProblem: string | null
}) {
  const { draft, fields, saver, pageHandle, isSending, filesProblem } = of
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)
  const publication = useMutation(publishDraft, {
    // Polls open with the post.
    refreshes: [creatorDetails, listOwnPosts, getPostsByPageHandle, getPosts, getPoll],
  })
  const isEmpty =
    !hasContent(fields.content) &&
    fields.mediaIds.length + fields.files.length === 0 &&
    fields.videoLink.trim() === ''

  async function publish(publishAt: string | null) {
    if (isPending) return
    if (isSending) return setProblem(texts.stillUploading)
    if (filesProblem !== null) return setProblem(filesProblem)
    if (isEmpty) return setProblem(texts.empty)
    setProblem(null)
    setIsPending(true)
    try {
      if (!(await saver.save())) return setProblem(saver.status().message ?? texts.notSaved)
      await publication.mutateAsync({ input: { id: draft._id, revision: saver.revision(), publishAt } })
      const isOut = draft.state === 'published' || draft.state === 'hidden'
      if (publishAt !== null) toast.success(texts.scheduled(momentText(publishAt)))
      else toast.success(isOut ? texts.updated : texts.published)
      navigate(publishAt === null ? `/${pageHandle}` : '/studio/posts')
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : texts.notSaved)
    } finally {
      setIsPending(false)
    }
  }

  return { problem, isPending, publish, forget: () => setProblem(null) }
}
