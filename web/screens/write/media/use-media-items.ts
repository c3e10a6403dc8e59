import { useEffect, useMemo, useRef, useState } from 'react'

import { describeMedium, getMedium } from '#contract/media/calls.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import { UPLOAD_MAX_BYTES } from '#contract/media/rules.ts'
import { call } from '#web/api/call.ts'
import { kindOf } from '#web/features/uploader/file-kinds.ts'
import { startUploads } from '#web/features/uploader/upload-queue.ts'
import { toast } from '#web/ui/toast.tsx'

import { writeTexts } from '../messages.ts'
import {
  isAwaited,
  isUnderWay,
  itemOf,
  itemsIn,
  type MediaItem,
  type Medium,
  moved,
  thatFit,
} from './media-items.ts'

const texts = writeTexts.media
const POLL_EVERY_MS = 1500
const DESCRIBE_AFTER_MS = 1000

/** The media of a draft: sent one after the other, put in order, described. */
export function useMediaItems(
  initial: readonly Medium[],
  { isSingle = false, keysInText = NONE }: { isSingle?: boolean; keysInText?: readonly string[] } = {},
) {
  const [all, setItems] = useState<readonly MediaItem[]>(() => itemsOf(initial, keysInText))
  const items = useMemo(() => itemsIn(all, keysInText), [all, keysInText])
  const [notice, setNotice] = useState<string | null>(null)
  const latest = useRef(all)
  useEffect(() => {
    latest.current = all
  }, [all])

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

  const isPreparing = all.some(isAwaited)
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

  /** Returns the keys of those that fit. */
  function add(files: readonly File[], place: MediaItem['place'] = 'below'): string[] {
    const known = files.flatMap((file) => {
      const kind = kindOf(file)
      return kind === null ? [] : [{ kind, file }]
    })
    const before = isSingle ? [] : items
    const fitting = thatFit(before, isSingle ? known.slice(0, 1) : known).filter(
      ({ file }) => file.size <= UPLOAD_MAX_BYTES,
    )
    if (known.some(({ file }) => file.size > UPLOAD_MAX_BYTES)) toast.error(mediaMessages.tooLarge)
    setNotice(noticeAbout(files, known, fitting.length))
    if (fitting.length === 0) return []
    const added = fitting.map(({ kind, file }): MediaItem => ({
      key: crypto.randomUUID(),
      place,
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
    return added.map(({ key }) => key)
  }

  function findItem(key: string): MediaItem | null {
    return latest.current.find((item) => item.key === key) ?? null
  }

  return {
    items,
    findItem,
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
      const mediaId = findItem(key)?.mediaId
      if (mediaId) void look(key, mediaId)
    },
    remove(key: string) {
      uploads.drop(key)
      setItems((now) => now.filter((item) => item.key !== key))
    },
    /** Among those below the text. */
    move(from: number, to: number) {
      setItems((now) => [
        ...now.filter(({ place }) => place === 'text'),
        ...moved(
          now.filter(({ place }) => place === 'below'),
          from,
          to,
        ),
      ])
    },
    replaceAll(media: readonly Medium[], placed: readonly string[] = NONE) {
      setItems(itemsOf(media, placed))
    },
    /** One that has arrived elsewhere in the post takes the place of all. */
    take(item: MediaItem) {
      setNotice(null)
      setItems([{ ...item, place: 'below' }])
    },
    /** Pictures that the text names and this page doesn't know: they were placed, but not saved. */
    async adopt(mediaIds: readonly string[]) {
      const found = await Promise.all(
        mediaIds.map((mediaId) => call(getMedium, { mediaId }).catch(() => null)),
      )
      const media = found.filter((medium) => medium !== null)
      setItems((now) => [...now, ...media.map((medium) => itemOf(medium, 'text'))])
    },
    describe(key: string, alt: string) {
      patch(key, { alt })
      clearTimeout(describing.current.get(key))
      const timer = setTimeout(() => {
        const mediaId = findItem(key)?.mediaId
        if (mediaId) call(describeMedium, { mediaId, alt: alt.trim() }).catch(() => undefined)
      }, DESCRIBE_AFTER_MS)
      describing.current.set(key, timer)
    },
  }
}

const NONE: readonly string[] = []

function itemsOf(media: readonly Medium[], placed: readonly string[]): MediaItem[] {
  return media.map((medium) => itemOf(medium, placed.includes(medium._id) ? 'text' : 'below'))
}

export type MediaInHand = ReturnType<typeof useMediaItems>

function noticeAbout(
  files: readonly File[],
  known: readonly { file: File }[],
  fitting: number,
): string | null {
  if (fitting < known.length) return texts.tooMany
  return known.length < files.length ? texts.notMedia : null
}
