import type { ChannelKind } from '#contract/channels/rules.ts'
import type { Db } from '#server/platform/db/query.ts'

/** What is kept of something reported, and of what stood around it. */
export interface Line {
  authorId: string
  body: string
  writtenAt: Date
  isReported: boolean
}

/** Something that can be reported, as it is now. */
export interface Reported {
  /** Whom a decision concerns. */
  concernedId: string
  /** The page where it stands; null: none. */
  creatorId: string | null
  /** Where a message stands. */
  channel: { id: string; seq: number } | null
  /** Somebody keeps order there who isn't the one concerned, so it needn't go to the operator. */
  isModerated: boolean
  lines: readonly Line[]
}

/**
 * What becomes of an item: out of sight until somebody decides (`hold`), back from there (`release`), hidden, removed, or
 * shown again after that (`restore`).
 */
export type Effect = 'hold' | 'release' | 'hide' | 'remove' | 'restore'

/** One kind of thing that can be reported. Its owner does to it what is decided. */
export interface TargetType {
  /** null: the viewer can't see it, or it isn't there. */
  find: (db: Db, asked: { id: string; viewerId: string; now: Date }) => Promise<Reported | null>
  /** Returns whether anything changed. null: such an item can't be hidden by itself. */
  apply:
    | ((db: Db, item: { id: string; effect: Effect; reason: string }, now: Date) => Promise<boolean>)
    | null
}

/** Where a message can be read; null: it is below no page. `kind`: of its channel. */
export function messagePath(
  { kind, channelId, seq }: { kind: ChannelKind; channelId: string; seq: number },
  handle: string | null,
): string | null {
  if (kind === 'conversation') return `/messages/${channelId}`
  if (handle === null) return null
  if (kind === 'live') return `/${handle}/live/${channelId}`
  return kind === 'room'
    ? `/${handle}/community/${channelId}`
    : `/${handle}/posts/${channelId}#comment-${seq}`
}
