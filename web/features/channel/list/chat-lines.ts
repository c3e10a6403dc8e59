import type { Message } from '#contract/channels/message.ts'

import { dayOf } from '../chat-times.ts'

/** What stands below each other in a chat. */
export type ChatLine =
  | { kind: 'day'; key: string; at: string }
  /** What follows was written since the reader was here. */
  | { kind: 'new'; key: string }
  /** `isFirst`: its author's name and picture stand with it. */
  | { kind: 'message'; key: string; message: Message; isFirst: boolean }

/** Messages of one author within this time are read as one. */
const TOGETHER_MS = 5 * 60_000

/** The lines of messages, which come oldest first. `readSeq`: how far the reader had read when they came. */
export function linesOf(
  messages: readonly Message[],
  { readSeq, ownId }: { readSeq: number | null; ownId: string | undefined },
): ChatLine[] {
  const lines: ChatLine[] = []
  let before: Message | null = null
  let isNewTold = readSeq === null || readSeq === 0
  for (const message of messages) {
    const isNewDay = before === null || dayOf(before.writtenAt) !== dayOf(message.writtenAt)
    if (isNewDay) lines.push({ kind: 'day', key: `day ${message.seq}`, at: message.writtenAt })
    const isNew = !isNewTold && message.seq > (readSeq ?? 0) && message.author?._id !== ownId
    if (isNew) {
      lines.push({ kind: 'new', key: 'new' })
      isNewTold = true
    }
    const isFirst = isNewDay || isNew || before === null || !isTogether(before, message)
    lines.push({ kind: 'message', key: `${message.seq}`, message, isFirst })
    before = message
  }
  return lines
}

function isTogether(before: Message, message: Message): boolean {
  return (
    before.author !== null &&
    before.author._id === message.author?._id &&
    Date.parse(message.writtenAt) - Date.parse(before.writtenAt) < TOGETHER_MS
  )
}
