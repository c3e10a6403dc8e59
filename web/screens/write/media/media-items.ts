import type { OutputOf } from '#contract/http/route.ts'
import type { getMedium } from '#contract/media/calls.ts'
import type { MediumKind } from '#contract/media/rules.ts'
import { PICTURES_PER_POST, PLAYERS_PER_POST } from '#contract/posts/limits.ts'

export type Medium = OutputOf<typeof getMedium>

/** A picture, video or audio file of the draft, on its way to the server or there. */
export interface MediaItem {
  /** Lasts as long as the page; the file may not have an id yet. */
  key: string
  /** In the text, as long as the text names it; or below it. */
  place: 'text' | 'below'
  kind: MediumKind
  state: 'waiting' | 'sending' | 'stopped' | 'arrived'
  mediaId: string | null
  /** What the server knows of it. */
  medium: Medium | null
  file: File | null
  /** The file on this device. */
  previewUrl: string | null
  percent: number
  problem: string | null
  alt: string
}

export function itemOf(medium: Medium, place: MediaItem['place']): MediaItem {
  return {
    key: medium._id,
    place,
    kind: shownKind(medium.kind),
    state: 'arrived',
    mediaId: medium._id,
    medium,
    file: null,
    previewUrl: null,
    percent: 100,
    problem: null,
    alt: medium.alt,
  }
}

/** A draft shows no files to download: the server refuses them there. */
function shownKind(kind: Medium['kind']): MediumKind {
  return kind === 'file' ? 'image' : kind
}

/** What the post holds: the pictures of its text in its order, then what is below. What was taken out can come back. */
export function itemsIn(all: readonly MediaItem[], keysInText: readonly string[]): MediaItem[] {
  const inText = [...new Set(keysInText)].flatMap((key) => all.find((item) => item.key === key) ?? [])
  return [...inText, ...all.filter(({ place }) => place === 'below')]
}

/** The files that still fit, in their order. */
export function thatFit<File extends { kind: MediumKind }>(
  items: readonly { kind: MediumKind }[],
  files: readonly File[],
): File[] {
  const count = (of: readonly { kind: MediumKind }[], isPicture: boolean) =>
    of.filter(({ kind }) => (kind === 'image') === isPicture).length
  let pictures = PICTURES_PER_POST - count(items, true)
  let players = PLAYERS_PER_POST - count(items, false)
  return files.filter(({ kind }) => (kind === 'image' ? pictures-- : players--) > 0)
}

/** Another order: the item at one place goes to another. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Whether it may be in a post says `canBePublished`, which is false once it is in this one. */
const SAVABLE: ReadonlySet<Medium['state']> = new Set(['processing', 'ready'])

/** The media that a save may name: what has arrived, and was not refused. */
export function savableIds(items: readonly MediaItem[]): string[] {
  return items.flatMap(({ state, mediaId, medium }) =>
    state === 'arrived' && mediaId !== null && medium !== null && SAVABLE.has(medium.state) ? [mediaId] : [],
  )
}

/** Still being sent, or waiting for it; or the server hasn't noted yet that it has arrived. */
export function isUnderWay({ state, medium }: MediaItem): boolean {
  if (state === 'arrived') return medium === null || medium.state === 'uploading'
  return state === 'waiting' || state === 'sending'
}

/** Its owner asks the server again how far it is. */
export function isAwaited(item: MediaItem): boolean {
  if (item.state !== 'arrived' || item.medium === null) return item.state === 'arrived'
  const { state, progress } = item.medium
  return isUnderWay(item) || state === 'processing' || (state === 'ready' && progress < 100)
}
