import { useEffect, useRef, useState } from 'react'

import { mediaMessages } from '#contract/media/messages.ts'
import { describeMedium, getMedium } from '#contract/media/routes.ts'
import { UPLOAD_MAX_BYTES } from '#contract/media/rules.ts'
import { call } from '#web/api/call.ts'

import {
  isAwaited,
  isUnderWay,
  itemOf,
  kindOf,
  type MediaItem,
  type Medium,
  moved,
  thatFit,
} from './media-items.ts'
import { writeTexts } from './messages.ts'
import { startUploads } from './uploads.ts'

const texts = writeTexts.media
const POLL_EVERY_MS = 1500
const DESCRIBE_AFTER_MS = 1000

/** The media of a draft: sent one after the other, put in order, described. */
export function useMediaItems(initial: readonly Medium[], { isSingle = false } = {}) {
  const [items, setItems] = useState<readonly MediaItem[]>(() => initial.map(itemOf))
  const [notice, setNotice] = useState<string | null>(null)
  const latest = useRef(items)
  useEffect(() => {
    latest.current = items
  }, [items])

  function patch(key: string, changes: Partial<MediaItem>) {
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  }
  async function look(key: string, mediaId: string) {
    const medium = await call(getMedium, { mediaId }).catch(() => null)
    if (medium) patch(key, { medium, problem: medium.failure })
  }

  const [uploads] = useState(() =>
    startUploads({
      onChange: patch,
      onDone: (key, mediaId) => {
        patch(key, { state: 'arrived', percent: 100 })
        void look(key, mediaId)
      },
    }),
  )
  useEffect(() => () => uploads.stop(), [uploads])
  useEffect(
    () => () => {
      for (const { previewUrl } of latest.current) if (previewUrl) URL.revokeObjectURL(previewUrl)
    },
    [],
  )

  const isPreparing = items.some(isAwaited)
  useEffect(() => {
    if (!isPreparing) return undefined
    const timer = setInterval(() => {
      for (const item of latest.current)
        if (item.mediaId !== null && isAwaited(item)) void look(item.key, item.mediaId)
    }, POLL_EVERY_MS)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- it reads what is latest
  }, [isPreparing])

  const isSending = items.some(isUnderWay)
  useEffect(() => {
    if (!isSending) return undefined
    function warn(event: BeforeUnloadEvent) {
      event.preventDefault()
    }
    globalThis.addEventListener('beforeunload', warn)
    return () => globalThis.removeEventListener('beforeunload', warn)
  }, [isSending])

  const describing = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  function add(files: readonly File[]) {
    const known = files.flatMap((file) => {
      const kind = kindOf(file)
      return kind === null ? [] : [{ kind, file }]
    })
    const before = isSingle ? [] : latest.current
    const fitting = thatFit(before, isSingle ? known.slice(0, 1) : known).filter(
      ({ file }) => file.size <= UPLOAD_MAX_BYTES,
    )
    setNotice(noticeAbout(files, known, fitting.length))
    if (fitting.length === 0) return
    const added = fitting.map(({ kind, file }): MediaItem => ({
      key: crypto.randomUUID(),
      kind,
      state: 'waiting',
      mediaId: null,
      medium: null,
      file,
      previewUrl: URL.createObjectURL(file),
      percent: 0,
      problem: null,
      alt: '',
    }))
    setItems((now) => (isSingle ? added : [...now, ...added]))
    for (const { key, kind, file } of added) if (file) uploads.add({ key, kind, file })
  }

  return {
    items,
    /** Why something could not be added. */
    notice,
    isSending,
    add,
    retry(key: string) {
      patch(key, { state: 'waiting', problem: null })
      uploads.retry(key)
    },
    /** Asks the server again, as after captions were added. */
    refresh(key: string) {
      const mediaId = latest.current.find((item) => item.key === key)?.mediaId
      if (mediaId) void look(key, mediaId)
    },
    remove(key: string) {
      uploads.drop(key)
      setItems((now) => now.filter((item) => item.key !== key))
    },
    move(from: number, to: number) {
      setItems((now) => moved(now, from, to))
    },
    replaceAll(media: readonly Medium[]) {
      setItems(media.map(itemOf))
    },
    describe(key: string, alt: string) {
      patch(key, { alt })
      clearTimeout(describing.current.get(key))
      const timer = setTimeout(() => {
        const mediaId = latest.current.find((item) => item.key === key)?.mediaId
        if (mediaId) call(describeMedium, { mediaId, alt: alt.trim() }).catch(() => undefined)
      }, DESCRIBE_AFTER_MS)
      describing.current.set(key, timer)
    },
  }
}

export type MediaInHand = ReturnType<typeof useMediaItems>

function noticeAbout(
  files: readonly File[],
  known: readonly { file: File }[],
  fitting: number,
): string | null {
  if (known.some(({ file }) => file.size > UPLOAD_MAX_BYTES)) return mediaMessages.tooLarge
  if (fitting < known.length) return texts.tooMany
  return known.length < files.length ? texts.notMedia : null
}
