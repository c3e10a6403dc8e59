import type { Message } from './message.ts'

/**
 * What readers hear of on `channel:<id>`. Messages are as everyone who reads there sees them: without addresses of media
 * (`mediaCount` says that there are some), and no reaction `isOwn`. People who are kept apart by a block don't hear of
 * each other's.
 */
export type ChannelEvent =
  | { name: 'message'; data: Message }
  /** It was edited, hidden, removed, deleted, restored, approved, pinned or unpinned. */
  | { name: 'message.changed'; data: Message }
  /** At most once a second and message. */
  | { name: 'reactions'; data: { seq: number; reactions: { emoji: string; count: number }[] } }
  /** Somebody types now, and for the next five seconds unless it comes again; told in passing, and only in conversations. */
  | { name: 'typing'; data: { userId: string; name: string } }
  /** It was locked or unlocked, or its slow mode changed: fetch the channel anew. */
  | { name: 'channel.changed'; data: Record<string, never> }
