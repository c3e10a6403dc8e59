import { useEffect, useRef, useState } from 'react'

import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { useFiles } from '#web/features/post-files/use-files.ts'
import { uploaderTexts as texts } from '#web/features/uploader/messages.ts'
import { type AttachmentInHand, useAttachment } from '#web/features/uploader/use-attachment.ts'
import { EDITOR_NOTICE_MS } from '#web/features/writer/messages.ts'
import { toast } from '#web/ui/toast.tsx'

import { Composer } from './composer.tsx'

const STAYS = { durationMs: EDITOR_NOTICE_MS }

/** Reports an upload's result while its dialog is closed, where nobody would see it. */
function useUploadNews({ transfer, attached }: AttachmentInHand, isOpen: boolean): void {
  const state = transfer?.state ?? null
  const before = useRef({ state, isOpen })
  useEffect(() => {
    const { state: stateBefore, isOpen: wasOpen } = before.current
    before.current = { state, isOpen }
    if (isOpen || attached === null) return
    if (wasOpen && state === 'sending') toast.info(texts.news.goesOn, STAYS)
    if (stateBefore === 'sending' && state === null) toast.success(texts.news.arrived, STAYS)
    if (stateBefore === 'sending' && state === 'stopped') toast.error(texts.news.stopped, STAYS)
  }, [state, isOpen, attached])
}

export type PostDialogProps = {
  isOpen: boolean
  pageHandle: string
  plans: readonly Plan[]
  onClose: () => void
  onPublished: () => void
}

/**
 * Create New Post, for the owner. Each opening starts from the browser's draft; an upload continues while the dialog is
 * closed.
 */
export function PostDialog({ isOpen, ...rest }: PostDialogProps) {
  const [wasOpen, setWasOpen] = useState(false)
  const [opening, setOpening] = useState(0)
  const attachment = useAttachment(rest.pageHandle, { isShown: opening > 0 })
  const postFiles = useFiles(rest.pageHandle)
  useUploadNews(attachment, isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpening(opening + 1)
  }
  return opening > 0 ? (
    <Composer key={opening} isOpen={isOpen} attachment={attachment} postFiles={postFiles} {...rest} />
  ) : null
}
