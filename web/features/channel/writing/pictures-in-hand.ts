import { channelMessages } from '#contract/channels/messages.ts'
import { MEDIA_PER_MESSAGE } from '#contract/channels/rules.ts'
import { deleteMedium, describeMedium, getMedium } from '#contract/media/calls.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import { PICTURE_MAX_BYTES } from '#contract/media/rules.ts'
import { call, CallError } from '#web/api/call.ts'
import { kindOf } from '#web/features/uploader/file-kinds.ts'
import { startUploads, type UploadStanding } from '#web/features/uploader/upload-queue.ts'

import { channelTexts } from '../messages.ts'

const texts = channelTexts.pictures

/** A picture that was added to what is being written; it travels while its author goes on writing. */
export interface PictureInHand extends UploadStanding {
  key: string
  draftKey: string
  file: File
  /** The file on this device. */
  previewUrl: string
  alt: string
  /** What the server knows of `alt`. */
  savedAlt: string
}

let pictures: readonly PictureInHand[] = []
const listeners = new Set<() => void>()
/** Those of messages that were sent: their authors see them before the server has made any. */
const previews = new Map<string, string>()
const PREVIEWS_KEPT = 20

const uploads = startUploads({ onChange: change, onDone: (key, mediaId) => void look(key, mediaId) })

export function subscribeToPictures(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All of this page, whatever they were added to. They stay while other screens are open, like the text. */
export function readPictures(): readonly PictureInHand[] {
  return pictures
}

/** Adds those that fit and begins to send them. Returns why others were left out. */
export function addPictures(draftKey: string, files: readonly File[]): string | null {
  const shown = files.filter((file) => kindOf(file) === 'image')
  const small = shown.filter(({ size }) => size <= PICTURE_MAX_BYTES)
  const room = MEDIA_PER_MESSAGE - pictures.filter((each) => each.draftKey === draftKey).length
  const added = small.slice(0, room).map((file): PictureInHand => ({
    key: crypto.randomUUID(),
    draftKey,
    file,
    previewUrl: URL.createObjectURL(file),
    state: 'waiting',
    mediaId: null,
    percent: 0,
    problem: null,
    alt: '',
    savedAlt: '',
  }))
  save([...pictures, ...added])
  for (const { key, file } of added) uploads.add({ key, kind: 'image', file })
  if (shown.length < files.length) return texts.onlyPictures
  if (small.length < shown.length) return mediaMessages.pictureTooLarge
  return added.length < small.length ? channelMessages.tooManyMedia : null
}

export function removePicture(key: string): void {
  const picture = pictures.find((each) => each.key === key)
  if (!picture) return
  uploads.drop(key)
  URL.revokeObjectURL(picture.previewUrl)
  save(pictures.filter((each) => each !== picture))
  // What is left at the server is removed there after some days in any case.
  if (picture.mediaId !== null) call(deleteMedium, { mediaId: picture.mediaId }).catch(() => undefined)
}

export function retryPicture(key: string): void {
  change(key, { state: 'waiting', problem: null })
  uploads.retry(key)
}

export function describePicture(key: string, alt: string): void {
  change(key, { alt })
}

/**
 * Waits until all pictures of a draft are at the server with their descriptions; returns their ids. Rejects with a
 * sentence when one can't be sent: then all stay.
 */
export async function awaitPictures(draftKey: string): Promise<string[]> {
  await untilSettled(draftKey)
  const own = ofDraft(draftKey)
  if (own.some(({ problem }) => problem !== null)) throw new Error(texts.unfinished)
  try {
    await Promise.all(own.filter(({ alt, savedAlt }) => alt.trim() !== savedAlt).map(saveAlt))
  } catch (error) {
    throw new Error(error instanceof CallError ? error.message : texts.unfinished, { cause: error })
  }
  return own.flatMap(({ mediaId }) => mediaId ?? [])
}

/** A draft's pictures belong to a message now. */
export function letGoOfPictures(draftKey: string): void {
  for (const { mediaId, previewUrl } of ofDraft(draftKey))
    if (mediaId !== null) previews.set(mediaId, previewUrl)
  for (const [mediaId, url] of [...previews].slice(0, -PREVIEWS_KEPT)) {
    previews.delete(mediaId)
    URL.revokeObjectURL(url)
  }
  save(pictures.filter((each) => each.draftKey !== draftKey))
}

/** What a picture that was sent from this page looks like; null: it wasn't, or long ago. */
export function previewOf(mediaId: string): string | null {
  return previews.get(mediaId) ?? null
}

function ofDraft(draftKey: string): PictureInHand[] {
  return pictures.filter((each) => each.draftKey === draftKey)
}

async function saveAlt({ key, mediaId, alt }: PictureInHand): Promise<void> {
  if (mediaId === null) return
  const savedAlt = alt.trim()
  await call(describeMedium, { mediaId, alt: savedAlt })
  change(key, { savedAlt })
}

async function untilSettled(draftKey: string): Promise<void> {
  const isSettled = () =>
    ofDraft(draftKey).every(({ state, problem }) => state === 'arrived' || problem !== null)
  if (isSettled()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = subscribeToPictures(() => isSettled() && resolve())
  await promise
  stop()
}

/** A file that is no picture is refused once all of it has arrived. */
async function look(key: string, mediaId: string): Promise<void> {
  const medium = await call(getMedium, { mediaId }).catch(() => null)
  change(key, { state: 'arrived', percent: 100, problem: medium?.failure ?? null })
}

function change(key: string, changes: Partial<PictureInHand>): void {
  save(pictures.map((each) => (each.key === key ? { ...each, ...changes } : each)))
}

function save(now: readonly PictureInHand[]): void {
  pictures = now
  for (const listener of listeners) listener()
}
