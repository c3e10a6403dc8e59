import type { MessageOrder } from '#contract/channels/rules.ts'
import type { Db } from '#server/platform/db/query.ts'

import {
  findSeenMessage,
  listNewer,
  listOlder,
  listTop,
  type MessagePage,
  type MessageRow,
} from './message-queries.ts'
import type { Place } from './places.ts'

export interface Wish {
  rootSeq: number | null
  order: MessageOrder | null
  before: number | null
  after: number | null
  around: number | null
  cursor: { reactionCount: number; seq: number } | null
  limit: number
}

export interface Found {
  rows: MessageRow[]
  cursor: string | null
  found: { seq: number; rootSeq: number | null } | null
}

/** A page of messages, or of the replies to one. */
export async function readMessages(db: Db, place: Place, wish: Wish): Promise<Found> {
  const { reader } = place
  const page: MessagePage = { channelId: place.channel.id, rootSeq: wish.rootSeq, limit: wish.limit }
  if (wish.around !== null) return readAround(db, place, page, wish.around)
  if (wish.order === 'top') {
    const rows = await listTop(db, reader, page, wish.cursor)
    const last = rows.length < wish.limit ? undefined : rows.at(-1)
    return { rows, cursor: last ? `${last.reactionCount}_${last.seq}` : null, found: null }
  }
  const isOldestFirst =
    wish.order === 'oldest' ||
    (wish.order === null && wish.before === null && (wish.after !== null || wish.rootSeq !== null))
  const rows = isOldestFirst
    ? await listNewer(db, reader, page, wish.after)
    : await listOlder(db, reader, page, wish.before)
  return { rows, cursor: null, found: null }
}

/** What stands around a message: a reply is found where its beginning is, unless replies were asked for. */
async function readAround(db: Db, place: Place, page: MessagePage, around: number): Promise<Found> {
  const { reader, channel } = place
  const target = await findSeenMessage(db, reader, channel.id, around)
  const at = page.rootSeq === null ? (target?.rootSeq ?? around) : around
  const older = await listOlder(db, reader, { ...page, limit: Math.ceil(page.limit / 2) }, at + 1)
  const newer = await listNewer(db, reader, { ...page, limit: Math.floor(page.limit / 2) }, at)
  return {
    rows: [...older.toReversed(), ...newer],
    cursor: null,
    found: target && { seq: target.seq, rootSeq: target.rootSeq },
  }
}
