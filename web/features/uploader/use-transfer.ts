import { useEffect, useRef, useState } from 'react'

import type { MediumKind } from '#contract/media/rules.ts'

import { uploaderTexts as texts } from './messages.ts'
import type { TusUpload } from './tus-upload.ts'
import { addSample, type Sample } from './upload-pace.ts'

/** A file this page is sending. */
export interface Transfer {
  state: 'sending' | 'paused' | 'stopped'
  sentBytes: number
  totalBytes: number
  samples: readonly Sample[]
  /** Why it stopped. */
  message: string | null
  /** Trying again may help; otherwise the file itself was refused. */
  canRetry: boolean
}

export interface TransferOptions {
  file: File
  kind: MediumKind
  mediaId: string | null
  onCreated: (mediaId: string) => void
  onDone: (mediaId: string) => void
}

/** Ten updates a second would only burden the page. */
const SHOW_EVERY_MS = 200

/** Sends one file at a time; null while nothing is being sent. */
export function useTransfer() {
  const [transfer, setTransfer] = useState<Transfer | null>(null)
  // Late reports of an earlier file have nothing to do with the screen.
  const running = useRef<{ upload: TusUpload | null } | null>(null)
  const isSending = transfer?.state === 'sending'

  useEffect(() => {
    if (!isSending) return undefined
    function warn(event: BeforeUnloadEvent) {
      event.preventDefault()
    }
    globalThis.addEventListener('beforeunload', warn)
    return () => globalThis.removeEventListener('beforeunload', warn)
  }, [isSending])

  useEffect(() => () => running.current?.upload?.pause(), [])

  async function send({ file, kind, mediaId, onCreated, onDone }: TransferOptions) {
    const run: { upload: TusUpload | null } = { upload: null }
    running.current?.upload?.pause()
    running.current = run
    const isCurrent = () => running.current === run
    const show = (changes: Partial<Transfer>) =>
      setTransfer((known) => (isCurrent() && known ? { ...known, ...changes } : known))
    let shownAtMs = 0
    setTransfer({
      state: 'sending',
      sentBytes: 0,
      totalBytes: file.size,
      samples: [],
      message: null,
      canRetry: true,
    })
    try {
      const { createTusUpload } = await import('./tus-upload.ts')
      if (!isCurrent()) return
      run.upload = createTusUpload({
        file,
        kind,
        mediaId,
        onCreated: (id) => {
          if (isCurrent()) onCreated(id)
        },
        onProgress: (sentBytes) => {
          const atMs = performance.now()
          if (!isCurrent() || (atMs - shownAtMs < SHOW_EVERY_MS && sentBytes < file.size)) return
          shownAtMs = atMs
          setTransfer((known) =>
            known ? { ...known, sentBytes, samples: addSample(known.samples, { atMs, sentBytes }) } : known,
          )
        },
        onDone: (id) => {
          if (!isCurrent()) return
          running.current = null
          setTransfer(null)
          onDone(id)
        },
        onProblem: ({ status, message }) =>
          show({
            state: 'stopped',
            message: message ?? (status === 0 ? texts.connectionLost : texts.sendFailed),
            canRetry: status === 0 || status === 408 || status === 429 || status >= 500,
          }),
      })
      run.upload.start()
    } catch {
      // The uploader's own code failed to load.
      show({ state: 'stopped', message: texts.connectionLost })
    }
  }

  return {
    transfer,
    send: (options: TransferOptions) => void send(options),
    pause: () => {
      running.current?.upload?.pause()
      setTransfer((known) => known && { ...known, state: 'paused', samples: [] })
    },
    resume: () => {
      setTransfer((known) => known && { ...known, state: 'sending', samples: [], message: null })
      running.current?.upload?.start()
    },
    /** Stops sending and forgets the file. */
    drop: () => {
      running.current?.upload?.pause()
      running.current = null
      setTransfer(null)
    },
  }
}
