import type { MediumKind } from '#contract/media/rules.ts'

import { uploaderTexts as texts } from './messages.ts'
import type { TusUpload } from './tus-upload.ts'

/** How far a file is; `problem`: why it was stopped. */
export interface UploadStanding {
  state: 'waiting' | 'sending' | 'stopped' | 'arrived'
  mediaId: string | null
  percent: number
  problem: string | null
}

interface Waiting {
  key: string
  kind: MediumKind
  file: File
}

interface Run {
  key: string
  upload: TusUpload | null
}

export interface UploadsOptions {
  onChange: (key: string, changes: Partial<UploadStanding>) => void
  onDone: (key: string, mediaId: string) => void
}

/** Sends files one after the other, as the line of one person is best used; one that fails lets the next go on. */
export function startUploads({ onChange, onDone }: UploadsOptions) {
  const known = new Map<string, Waiting & { mediaId: string | null }>()
  let queue: string[] = []
  let current: Run | null = null
  let isStopped = false

  async function next() {
    const [key, ...rest] = queue
    if (current !== null || key === undefined || isStopped) return
    queue = rest
    const waiting = known.get(key)
    if (!waiting) return next()
    const run: Run = { key, upload: null }
    current = run
    const isCurrent = () => current === run && !isStopped
    const end = () => {
      if (current === run) current = null
      void next()
    }
    onChange(key, { state: 'sending', problem: null })
    try {
      const { createTusUpload } = await import('./tus-upload.ts')
      if (!isCurrent()) return
      run.upload = createTusUpload({
        ...waiting,
        onCreated: (mediaId) => {
          waiting.mediaId = mediaId
          if (isCurrent()) onChange(key, { mediaId })
        },
        onProgress: (sentBytes) => {
          const percent = waiting.file.size === 0 ? 0 : Math.floor((sentBytes / waiting.file.size) * 100)
          if (isCurrent()) onChange(key, { percent })
        },
        onDone: (mediaId) => {
          if (!isCurrent()) return
          onDone(key, mediaId)
          end()
        },
        onProblem: ({ message }) => {
          if (!isCurrent()) return
          onChange(key, { state: 'stopped', problem: message ?? texts.stopped })
          end()
        },
      })
      run.upload.start()
    } catch {
      // The uploader's own code failed to load.
      onChange(key, { state: 'stopped', problem: texts.stopped })
      end()
    }
  }

  return {
    add(waiting: Waiting) {
      isStopped = false
      known.set(waiting.key, { ...waiting, mediaId: null })
      queue.push(waiting.key)
      void next()
    },
    retry(key: string) {
      queue.push(key)
      void next()
    },
    drop(key: string) {
      known.delete(key)
      queue = queue.filter((waiting) => waiting !== key)
      if (current?.key !== key) return
      current.upload?.pause()
      current = null
      void next()
    },
    stop() {
      isStopped = true
      current?.upload?.pause()
      current = null
    },
  }
}
