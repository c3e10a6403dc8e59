import type { ACCESS } from '../realtime.ts'

/** What people hear of on their own topic, `user:<id>`. They fetch the content themselves. */
export type UserEvent =
  /** A membership of theirs began, changed or ended, or somebody is kept apart from them by a block. */
  | { name: typeof ACCESS; data: { m2cSubscriptionId?: string } }
  /** The balance of their creator page changed. */
  | { name: 'balance'; data: Record<string, never> }
  /** Something was added to their bell, or read; or a pass that they gave to support is used, or over. */
  | { name: 'notification'; data: Record<string, never> }
  /** On a page that they support or follow, a session that they may come to went live, or is over. */
  | { name: 'live'; data: Record<string, never> }
  /** Something was written in a conversation of theirs, or read by themselves. */
  | { name: 'conversations'; data: Record<string, never> }
  /** Somebody has read up to a message in one; only where both show it. */
  | { name: 'read'; data: { conversationId: string; userId: string; seq: number } }
