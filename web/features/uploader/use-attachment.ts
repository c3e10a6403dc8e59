import { useEffect, useRef, useState } from 'react'

import { mediaMessages } from '#contract/media/messages.ts'
import { deleteMedium, getMedium } from '#contract/media/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { type MediumKind, UPLOAD_MAX_BYTES } from '#contract/media/rules.ts'
import { call } from '#web/api/call.ts'
import { useQuery } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast.tsx'

import { type Attachment, findAttachment, isSameFile, saveAttachment } from './attachment.ts'
import { useTransfer } from './use-transfer.ts'

export type Medium = OutputOf<typeof getMedium>

/** The state of an attached file. */
export type FileStage =
  /** This page is sending it, has paused it, or couldn't continue. */
  | 'transfer'
  /** An earlier page was sending it; only the user can select the file again. */
  | 'interrupted'
  | 'checking'
  | 'gone'
  | 'refused'
  | 'usable'

const POLL_EVERY_MS = 1500

/**
 * The one picture, video, audio or link of the post being written. Sends files, survives reloads. Asks the server about
 * it only while it `isShown`.
 */
export function useAttachment(pageHandle: string, { isShown }: { isShown: boolean }) {
  const [attached, setAttached] = useState<Attachment | null>(() => findAttachment(pageHandle))
  const [previewUrl, setPreviewUrl] = usePreviewUrl()
  const [problem, setProblem] = useState<string | null>(null)
  const { transfer, send, pause, resume, drop } = useTransfer()
  const mediaId = attached?.type === 'file' ? attached.mediaId : null
  const [arrivedAtMs, setArrivedAtMs] = useState(0)
  const known = useMedium(isShown && transfer === null ? mediaId : null, arrivedAtMs)

  // The upload's events come later than the render that set them up.
  const latest = useRef(attached)
  useEffect(() => {
    latest.current = attached
    saveAttachment(pageHandle, attached)
  }, [pageHandle, attached])

  function attachFile(kind: MediumKind, chosen: File) {
    if (chosen.size > UPLOAD_MAX_BYTES) {
      toast.error(mediaMessages.tooLarge)
      return
    }
    setProblem(null)
    const before = latest.current
    // The same file after a reload continues where it stopped; another one replaces it.
    const resumed =
      before?.type === 'file' && before.kind === kind && isSameFile(before, chosen) ? before.mediaId : null
    if (before?.type === 'file' && before.mediaId !== null && resumed === null) forgetAtServer(before.mediaId)
    setPreviewUrl(URL.createObjectURL(chosen))
    setAttached({
      type: 'file',
      kind,
      mediaId: resumed,
      fileName: chosen.name,
      sizeBytes: chosen.size,
      modifiedMs: chosen.lastModified,
      alt: before?.type === 'file' ? before.alt : '',
    })
    const noteId = (id: string) =>
      setAttached((now) => (now?.type === 'file' ? { ...now, mediaId: id } : now))
    send({
      file: chosen,
      kind,
      mediaId: resumed,
      onCreated: noteId,
      onDone: (id) => {
        noteId(id)
        setArrivedAtMs(Date.now())
      },
    })
  }

  return {
    attached,
    /** The file on this device, while this page has it. */
    previewUrl,
    transfer,
    /** The server's data about the attached file, once it is fully uploaded. */
    medium: known.medium,
    stage: attached?.type === 'file' ? stageOf(transfer !== null, attached.mediaId, known) : null,
    /** Why the last choice was refused. */
    problem,
    attachFile,
    attachLink: (url: string) => {
      setProblem(null)
      setAttached({ type: 'link', url })
    },
    describe: (alt: string) => setAttached((now) => (now?.type === 'file' ? { ...now, alt } : now)),
    pause,
    resume,
    refresh: known.refresh,
    remove: () => {
      drop()
      if (mediaId !== null) forgetAtServer(mediaId)
      setPreviewUrl(null)
      setProblem(null)
      setAttached(null)
    },
    /** It belongs to a post now. */
    release: () => {
      setPreviewUrl(null)
      setAttached(null)
    },
  }
}

export type AttachmentInHand = ReturnType<typeof useAttachment>

function stageOf(isMoving: boolean, mediaId: string | null, known: ReturnType<typeof useMedium>): FileStage {
  if (isMoving) return 'transfer'
  if (mediaId === null) return 'interrupted'
  if (known.isGone) return 'gone'
  if (known.medium === null) return 'checking'
  if (known.medium.state === 'uploading') return 'interrupted'
  if (known.medium.state === 'failed') return 'refused'
  return known.medium.canBePublished ? 'usable' : 'gone'
}

/** A blob: address, released when it is replaced or removed. */
function usePreviewUrl() {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (url === null) return undefined
    return () => URL.revokeObjectURL(url)
  }, [url])
  return [url, setUrl] as const
}

/**
 * Media as the server knows it, polled while it is still being processed. Answers from before `arrivedAtMs` say that it
 * is still being uploaded.
 */
function useMedium(mediaId: string | null, arrivedAtMs: number) {
  const [isUnfinished, setIsUnfinished] = useState(false)
  const { data, error, refetch, dataUpdatedAt } = useQuery(
    getMedium,
    { mediaId: mediaId ?? '' },
    { isEnabled: mediaId !== null, refetchEveryMs: isUnfinished ? POLL_EVERY_MS : false },
  )
  // While another one loads, the answer is still about the previous one.
  const medium = data && data._id === mediaId && dataUpdatedAt >= arrivedAtMs ? data : null
  useEffect(() => {
    if (arrivedAtMs > 0 && mediaId !== null) void refetch()
  }, [arrivedAtMs, mediaId, refetch])
  const goesOn =
    medium !== null && (medium.state === 'processing' || (medium.state === 'ready' && medium.progress < 100))
  if (goesOn !== isUnfinished) setIsUnfinished(goesOn)
  return {
    medium,
    isGone: mediaId !== null && error?.status === 404,
    refresh: () => void refetch(),
  }
}

/** Deleted in the background; unattached files are cleaned up anyway. */
function forgetAtServer(mediaId: string): void {
  call(deleteMedium, { mediaId }).catch(() => undefined)
}
