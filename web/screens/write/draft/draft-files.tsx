import { useEffect, useEffectEvent } from 'react'

import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { FilesField } from '#web/features/post-files/files-field.tsx'
import type { FileInHand } from '#web/features/post-files/files-in-hand.ts'
import { findKeptFiles, keepFiles } from '#web/features/post-files/kept-files.ts'
import { filesInput, problemOfFiles } from '#web/features/post-files/sendable-files.ts'
import { useFiles } from '#web/features/post-files/use-files.ts'

import type { Draft, DraftFields } from './draft-fields.ts'

/** Where the files of a draft stand. */
export interface FilesStanding {
  /** Why it can't be published with them yet; null: it can. */
  problem: string | null
  isSending: boolean
  /** Those that the draft has, as they are listed. */
  listed: readonly ListedFile[]
}

export type ListedFile = Pick<FileInHand, 'mediaId' | 'name' | 'sizeBytes' | 'planIds'>

/** Files to download: those the draft has, and any that this browser is still sending. */
export function DraftFiles({
  draftId,
  initial,
  saved,
  plans,
  error,
  onChange,
}: {
  draftId: string
  initial: Draft['files']
  /** Those that the server has with the draft now; null: that isn't known. */
  saved: DraftFields['files'] | null
  plans: readonly Plan[]
  error: string | null
  onChange: (files: DraftFields['files'], standing: FilesStanding) => void
}) {
  const { files, inHand } = useFiles(draftId, () => startOf(draftId, initial))
  const tell = useEffectEvent((now: readonly FileInHand[]) => {
    const planIds = plans.map(({ _id }) => _id)
    const listed = now.filter((file) => isSavable(file, initial))
    onChange(filesInput(listed), {
      listed,
      problem: problemOfFiles(now, planIds),
      isSending: now.some(({ stage }) => stage === 'sending' || stage === 'waiting'),
    })
  })
  useEffect(() => tell(files), [files])
  useEffect(() => {
    if (saved === null) return
    // They come with the draft from now on, or don't, if they are removed elsewhere.
    const ids = new Set(saved.map(({ mediaId }) => mediaId))
    keepFiles(
      draftId,
      files.filter(({ mediaId }) => mediaId === null || !ids.has(mediaId)),
    )
  }, [draftId, files, saved])
  return <FilesField {...{ files, inHand, plans, error }} />
}

/** The server takes what it has whole; what is saved stays until it is removed here. */
function isSavable({ stage, mediaId }: FileInHand, saved: Draft['files']): boolean {
  if (stage === 'sent' || stage === 'scanning') return true
  return stage !== 'gone' && saved.some(({ _id }) => _id === mediaId)
}

/** What an earlier page of this browser hadn't finished sending comes after what was saved. */
function startOf(draftId: string, initial: Draft['files']) {
  const saved = initial.map(({ _id, name, sizeBytes, planIds }) => ({
    mediaId: _id,
    name,
    sizeBytes,
    modifiedMs: 0,
    planIds,
  }))
  const ids = new Set(saved.map(({ mediaId }) => mediaId))
  const unfinished = findKeptFiles(draftId).filter(
    ({ mediaId, modifiedMs }) => modifiedMs > 0 && (mediaId === null || !ids.has(mediaId)),
  )
  return [...saved, ...unfinished]
}
