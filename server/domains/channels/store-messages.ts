import type { ChannelKind } from '#contract/channels/rules.ts'
import type { Db } from '#server/platform/db/query.ts'

import { announceEach, type Announced, announceHeld } from './announce.ts'
import { gateOf } from './gates.ts'
import { insertMessages, type NewMessage } from './insert-queries.ts'
import type { MessageRow } from './message-queries.ts'
import type { PersonRow } from './people-queries.ts'

/** What nobody has done anything with yet. */
const NEW = {
  reason: '',
  isApproved: false,
  replyCount: 0,
  reactionCount: 0,
  isPinned: false,
  editedAt: null,
} as const

/** A message that may be written, with what it replies to and everyone in it. */
export interface Ready {
  message: NewMessage
  kind: ChannelKind
  root: MessageRow | null
  people: readonly PersonRow[]
}

/** Stores messages of one channel in the order given, and tells whoever hears of them. */
export async function storeMessages(db: Db, all: readonly Ready[]): Promise<MessageRow[]> {
  const [first] = all
  if (!first) return []
  const { channelId } = first.message
  const seqs = await insertMessages(
    db,
    channelId,
    all.map(({ message }) => message),
  )
  return tellOfStored(db, all, seqs)
}

/** Everyone else who writes there waits from the storing on. */
export async function tellOfStored(
  db: Db,
  all: readonly Ready[],
  seqs: readonly number[],
): Promise<MessageRow[]> {
  const rows: MessageRow[] = []
  const announced: Announced[] = []
  for (const [index, { message, kind, root, people }] of all.entries()) {
    const { clientKey: _, now, ...facts } = message
    const { channelId, authorId } = message
    const seq = seqs[index]
    if (seq === undefined) throw new Error('A message was stored without a number')
    await gateOf(kind).noteWritten?.(db, { channelId, seq, authorId, now })
    const row: MessageRow = {
      ...facts,
      ...NEW,
      seq,
      mentions: [...facts.mentions],
      mediaIds: [...facts.mediaIds],
      createdAt: now,
    }
    rows.push(row)
    if (row.state === 'visible') announced.push({ row, kind, root, people })
    else await announceHeld(db, row, now)
  }
  const now = all.at(-1)?.message.now
  if (now && announced.length > 0) await announceEach(db, announced, now)
  return rows
}
