import { type RefObject, useEffect, useRef, useState } from 'react'

import { embedOf } from '#contract/media/embeds.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import { describeMedium } from '#contract/media/calls.ts'
import { call } from '#web/api/call.ts'
import type { AttachmentInHand } from '#web/features/uploader/use-attachment.ts'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'

import { postEditorTexts } from './messages.ts'

const texts = postEditorTexts.attachment

/**
 * Whether the post can be published with its attachment. Pressing Publish during an upload is remembered: `onSendable`
 * is called once the file has arrived. What is missing takes the focus in its form.
 */
export function useSendable(
  attachment: AttachmentInHand,
  formRef: RefObject<HTMLFormElement | null>,
  onSendable: () => void,
) {
  const [isWanted, setIsWanted] = useState(false)
  const [refused, setRefused] = useState<{ of: unknown; message: string } | null>(null)
  const { attached, stage, transfer } = attachment
  const isUnderWay =
    attached?.type === 'file' &&
    (stage === 'checking' || (stage === 'transfer' && transfer?.state === 'sending'))
  const isUsable = attached === null || attached.type === 'link' || stage === 'usable'
  // Paused, refused or removed meanwhile: publishing is then a new decision.
  const isStillWanted = isWanted && attached?.type === 'file' && (isUnderWay || isUsable)
  if (isWanted && !isStillWanted) setIsWanted(false)

  const latest = useRef(onSendable)
  useEffect(() => {
    latest.current = onSendable
  }, [onSendable])
  useEffect(() => {
    if (isStillWanted && isUsable) latest.current()
  }, [isStillWanted, isUsable])

  useEffect(() => {
    if (refused) focusFirstInvalid(formRef.current)
  }, [refused, formRef])
  function refuse(message: string): false {
    setRefused({ of: attached, message })
    return false
  }

  return {
    /** Publish was pressed, and the file is still uploading. */
    isAwaited: isStillWanted && isUnderWay,
    /** The missing part, until something is done about it. */
    error: refused !== null && refused.of === attached ? refused.message : null,
    stopAwaiting: () => setIsWanted(false),
    /** False when something is missing (then `error` says what) or still uploading. */
    isSendable(): boolean {
      setRefused(null)
      setIsWanted(false)
      if (attached?.type === 'link' && !embedOf(attached.url.trim(), window.location.hostname))
        return refuse(mediaMessages.linkNotKnown)
      if (isUnderWay) setIsWanted(true)
      else if (!isUsable) return refuse(texts.unfinished)
      return isUsable
    },
  }
}

/** Sends the server the picture's description. */
export async function describeAttached({ attached }: AttachmentInHand): Promise<void> {
  if (attached?.type !== 'file' || attached.mediaId === null || attached.kind !== 'image') return
  await call(describeMedium, { mediaId: attached.mediaId, alt: attached.alt.trim() })
}

/** The attachment in the form the publishing call takes. */
export function attachedInput({ attached }: AttachmentInHand): { mediaId?: string; videoLink?: string } {
  if (attached === null) return {}
  if (attached.type === 'link') return { videoLink: attached.url.trim() }
  return attached.mediaId === null ? {} : { mediaId: attached.mediaId }
}
