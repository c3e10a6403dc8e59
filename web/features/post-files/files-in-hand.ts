import { UPLOAD_MAX_BYTES } from '#contract/media/rules.ts'
import { FILES_PER_POST } from '#contract/posts/limits.ts'
import type { TusUpload, TusUploadOptions } from '#web/features/uploader/tus-upload.ts'

import type { KeptFile } from './kept-files.ts'
import { filesFieldTexts as texts } from './messages.ts'

export type FileStage =
  /** This page sends it when others are done. */
  | 'waiting'
  | 'sending'
  | 'paused'
  /** It couldn't be sent; `message` says why. */
  | 'stopped'
  /** An earlier page was sending it; only the user can choose it again. */
  | 'interrupted'
  /** The server is asked about it. */
  | 'checking'
  | 'sent'
  /** Sent, and being scanned for viruses: its post can be published, and goes out later. */
  | 'scanning'
  | 'refused'
  | 'gone'

/** A file of the post being written. */
export interface FileInHand extends KeptFile {
  /** Identifies it in this page. */
  key: number
  stage: FileStage
  sentBytes: number
  message: string | null
  canRetry: boolean
}

/** What is known of an upload at the server; null: nothing any more. */
export type KnownFile = {
  state: 'uploading' | 'processing' | 'ready' | 'failed'
  failure: string | null
} | null

/** The ways to the server and to this browser's storage; a test brings its own. */
export interface FileMeans {
  createUpload: (options: TusUploadOptions) => Promise<TusUpload>
  ask: (mediaId: string) => Promise<KnownFile>
  forget: (mediaId: string) => void
  keep: (files: readonly FileInHand[]) => void
}

/** More would only share the line; the server lets people begin four. */
const SENT_AT_ONCE = 2
const ASK_EVERY_MS = 3000

export type FilesInHand = ReturnType<typeof createFilesInHand>

/** The files of one draft, in their order: sends them, a few at a time, and tells whoever listens about every change. */
export function createFilesInHand(kept: readonly KeptFile[], means: FileMeans) {
  let count = 0
  let files: readonly FileInHand[] = kept.map((file) => ({
    ...file,
    key: (count += 1),
    stage: file.mediaId === null ? 'interrupted' : 'checking',
    sentBytes: 0,
    message: null,
    canRetry: false,
  }))
  const sources = new Map<number, File>()
  const uploads = new Map<number, TusUpload>()
  const listeners = new Set<() => void>()

  function set(next: readonly FileInHand[]): void {
    files = next
    means.keep(files)
    for (const listener of listeners) listener()
  }
  function find(key: number): FileInHand | undefined {
    return files.find((file) => file.key === key)
  }
  function change(key: number, changes: Partial<FileInHand>): void {
    set(files.map((file) => (file.key === key ? { ...file, ...changes } : file)))
  }

  /** Begins sending what waits, in their order. */
  function sendNext(): void {
    for (const { key } of files.filter(({ stage }) => stage === 'waiting')) {
      if (files.filter(({ stage }) => stage === 'sending').length >= SENT_AT_ONCE) return
      change(key, { stage: 'sending', message: null })
      void send(key)
    }
  }

  async function send(key: number): Promise<void> {
    const source = sources.get(key)
    const known = uploads.get(key)
    if (known) return known.start()
    if (!source) return
    try {
      const upload = await means.createUpload({
        file: source,
        kind: 'file',
        mediaId: find(key)?.mediaId ?? null,
        onCreated: (mediaId) => (find(key) ? change(key, { mediaId }) : means.forget(mediaId)),
        onProgress: (sentBytes) => change(key, { sentBytes }),
        onDone: (mediaId) => {
          change(key, { mediaId, stage: 'checking' })
          sendNext()
          void check(key)
        },
        onProblem: ({ status, message }) => {
          const canRetry = status === 0 || status === 408 || status === 429 || status >= 500
          change(key, { stage: 'stopped', message: message ?? texts.notSent, canRetry })
          sendNext()
        },
      })
      if (!find(key)) return
      uploads.set(key, upload)
      // Paused while the uploader's own code was loaded.
      if (find(key)?.stage === 'sending') upload.start()
    } catch {
      change(key, { stage: 'stopped', message: texts.notSent, canRetry: true })
    }
  }

  /** Asks the server what it knows of an upload, until that is final. */
  async function check(key: number): Promise<void> {
    const file = find(key)
    if (!file || file.mediaId === null) return
    try {
      const known = await means.ask(file.mediaId)
      if (known === null) change(key, { stage: 'gone' })
      else if (known.state === 'uploading') change(key, { stage: 'interrupted' })
      else if (known.state === 'failed') change(key, { stage: 'refused', message: known.failure })
      else change(key, { stage: known.state === 'ready' ? 'sent' : 'scanning' })
    } catch {
      // Offline: it is asked again.
    }
    const { stage } = find(key) ?? {}
    if (stage === 'checking' || stage === 'scanning') setTimeout(() => void check(key), ASK_EVERY_MS)
  }

  return {
    list: () => files,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Asks about files that an earlier page sent. */
    checkAll() {
      for (const { key, stage } of files) if (stage === 'checking') void check(key)
    },
    /** Adds files; returns why some were not, a sentence each. */
    add(chosen: readonly File[]): string[] {
      const problems: string[] = []
      const added: FileInHand[] = []
      for (const file of chosen) {
        const { name, size, lastModified } = file
        // The same file after a reload continues where it stopped.
        const before = files.find((known) => isLost(known) && isSame(known, file))
        if (before) this.chooseAgain(before.key, file)
        else if (size === 0) problems.push(texts.empty(name))
        else if (size > UPLOAD_MAX_BYTES) problems.push(texts.tooLarge(name))
        else if (files.length + added.length >= FILES_PER_POST) {
          problems.push(texts.tooMany)
          break
        } else {
          const key = (count += 1)
          sources.set(key, file)
          const facts = { mediaId: null, name, sizeBytes: size, modifiedMs: lastModified, planIds: [] }
          added.push({ ...facts, key, stage: 'waiting', sentBytes: 0, message: null, canRetry: true })
        }
      }
      set([...files, ...added])
      sendNext()
      return problems
    },
    /** Goes on with an interrupted upload, if it is the same file; otherwise this one takes its place. */
    chooseAgain(key: number, file: File) {
      const before = find(key)
      if (!before) return
      const isResumed = before.stage === 'interrupted' && isSame(before, file)
      if (!isResumed && before.mediaId !== null) means.forget(before.mediaId)
      uploads.delete(key)
      sources.set(key, file)
      const { name, size, lastModified } = file
      const mediaId = isResumed ? before.mediaId : null
      const facts = { mediaId, name, sizeBytes: size, modifiedMs: lastModified }
      change(key, { ...facts, stage: 'waiting', sentBytes: 0, message: null })
      sendNext()
    },
    pause(key: number) {
      uploads.get(key)?.pause()
      change(key, { stage: 'paused' })
      sendNext()
    },
    resume(key: number) {
      change(key, { stage: 'waiting', message: null })
      sendNext()
    },
    remove(key: number) {
      uploads.get(key)?.pause()
      const mediaId = find(key)?.mediaId ?? null
      if (mediaId !== null) means.forget(mediaId)
      uploads.delete(key)
      sources.delete(key)
      set(files.filter((file) => file.key !== key))
      sendNext()
    },
    /** Moves a file one place up (-1) or down (1). */
    move(key: number, by: -1 | 1) {
      const from = files.findIndex((file) => file.key === key)
      const to = from + by
      const moved = files[from]
      if (!moved || to < 0 || to >= files.length) return
      set(files.toSpliced(from, 1).toSpliced(to, 0, moved))
    },
    setPlans: (key: number, planIds: string[]) => change(key, { planIds }),
    /** They belong to a post now. */
    release: () => set([]),
    /** The page is left: nothing goes on without it. */
    stop: () => {
      for (const upload of uploads.values()) upload.pause()
    },
  }
}

/** Only the user can bring it back. */
export function isLost({ stage }: FileInHand): boolean {
  return stage === 'interrupted' || stage === 'gone' || stage === 'refused'
}

function isSame(known: KeptFile, file: File): boolean {
  return known.name === file.name && known.sizeBytes === file.size && known.modifiedMs === file.lastModified
}
