import { useEffect, useState, useSyncExternalStore } from 'react'

import { deleteMedium, getMedium } from '#contract/media/calls.ts'
import { call, CallError } from '#web/api/call.ts'

import { createFilesInHand, type FileInHand, type FileMeans, type FilesInHand } from './files-in-hand.ts'
import { findKeptFiles, keepFiles, type KeptFile } from './kept-files.ts'

/** The files of the post being written, and what can be done with them. Sends them, and survives reloads. */
export function useFiles(
  /** What this browser keeps them under: the page's handle, or the draft's id. */
  key: string,
  start: () => KeptFile[] = () => findKeptFiles(key),
): { files: readonly FileInHand[]; inHand: FilesInHand } {
  const [inHand] = useState(() => createFilesInHand(start(), meansOf(key)))
  const files = useSyncExternalStore(inHand.subscribe, inHand.list)
  const isSending = files.some(({ stage }) => stage === 'sending' || stage === 'waiting')

  useEffect(() => {
    inHand.checkAll()
    return inHand.stop
  }, [inHand])

  useEffect(() => {
    if (!isSending) return undefined
    function warn(event: BeforeUnloadEvent) {
      event.preventDefault()
    }
    globalThis.addEventListener('beforeunload', warn)
    return () => globalThis.removeEventListener('beforeunload', warn)
  }, [isSending])

  return { files, inHand }
}

function meansOf(key: string): FileMeans {
  return {
    createUpload: async (options) =>
      (await import('#web/features/uploader/tus-upload.ts')).createTusUpload(options),
    async ask(mediaId) {
      try {
        return await call(getMedium, { mediaId })
      } catch (error) {
        if (error instanceof CallError && error.status === 404) return null
        throw error
      }
    },
    // In the background; files in no post are cleaned up anyway.
    forget: (mediaId) => void call(deleteMedium, { mediaId }).catch(() => undefined),
    keep: (files) => keepFiles(key, files),
  }
}
