import { useEffect, useRef } from 'react'

import { uploaderTexts as texts } from '#web/features/uploader/messages.ts'
import type { AttachmentInHand } from '#web/features/uploader/use-attachment.ts'
import { EDITOR_NOTICE_MS } from '#web/features/writer/messages.ts'
import { toast } from '#web/ui/toast.tsx'

const STAYS = { durationMs: EDITOR_NOTICE_MS }

/** Reports an upload's result while its dialog is closed, where nobody would see it. */
export function useUploadNews({ transfer, attached }: AttachmentInHand, isOpen: boolean): void {
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
