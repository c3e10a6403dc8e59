import { useState } from 'react'

import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { useFiles } from '#web/features/post-files/use-files.ts'
import { useAttachment } from '#web/features/uploader/use-attachment.ts'

import { Composer } from './composer.tsx'
import { useUploadNews } from './use-upload-news.ts'

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
