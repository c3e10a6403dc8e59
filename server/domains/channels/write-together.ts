import type { Db } from '#server/platform/db/query.ts'
import { attempt, endWith } from '#server/platform/db/transaction.ts'

import { insertMessages } from './insert-queries.ts'
import { findByClientKey, type MessageRow } from './message-queries.ts'
import type { Place } from './places.ts'
import { type Ready, storeMessages, tellOfStored } from './store-messages.ts'
import { type Draft, prepareMessage } from './write.ts'

/*
 * While a message is being stored, its channel's row is locked until the commit, and everyone else who writes there waits. So
 * those who wait on this node form a line, and the first of them stores the messages of all: many numbers for one lock and one
 * commit. Each has checked its own message in a transaction of its own, which stays open meanwhile and keeps its author from
 * writing elsewhere; whoever was taken along commits that once the other has committed. Nodes go on waiting for each other at
 * the channel's row.
 */

/** Messages stored at once: more would keep other nodes waiting. */
const TOGETHER_MAX = 50

/** What became of a message that waited: it is stored, or its turn has come, with others or for itself. */
type Fate = { row: MessageRow } | 'first' | 'alone'

interface Waiting {
  ready: Ready
  /** Storing it with others failed; whose fault that was is unknown. */
  isSuspect: boolean
  meet: (fate: Fate) => void
}

/** Who waits, by channel. A channel is here as long as somebody stores a message in it. */
const lines = new Map<string, Waiting[]>()

/**
 * Writes a message like `writeMessage`, for callers that have written nothing in their transaction and write nothing more: it
 * may be stored by somebody else's.
 */
export async function writeTogether(db: Db, place: Place, draft: Draft, now: Date): Promise<MessageRow> {
  const { known, ready } = await prepareMessage(db, place, draft, now)
  if (known) return known
  // What opens a channel or takes media has written something itself.
  const isPlain = place.channel.lastSeq > 0 && ready.message.mediaIds.length === 0
  return isPlain ? storeInTurn(db, ready) : storeOnly(db, ready)
}

async function storeInTurn(db: Db, ready: Ready): Promise<MessageRow> {
  const { channelId, authorId, clientKey } = ready.message
  let taken: readonly Waiting[] = []
  let rows: readonly MessageRow[] = []
  let isFirst = false
  const isInTransaction = endWith(db, {
    afterCommit() {
      for (const [index, { meet }] of taken.entries()) {
        const row = rows[index + 1]
        if (row) meet({ row })
      }
      if (isFirst) callNext(channelId)
    },
    afterFailure() {
      sendBack(channelId, taken)
      if (isFirst) callNext(channelId)
    },
  })
  if (!isInTransaction) return storeOnly(db, ready)

  const fate = await takePlace(ready)
  if (typeof fate === 'object') return fate.row
  isFirst = true
  if (fate === 'alone') {
    // The commit may have happened all the same.
    const known = await findByClientKey(db, authorId, clientKey)
    if (known) return known
  } else taken = takeAlong(channelId)
  if (taken.length === 0) return storeOnly(db, ready)

  const all = [ready, ...taken.map((other) => other.ready)]
  const messages = all.map(({ message }) => message)
  const seqs = await attempt(db, () => insertMessages(db, channelId, messages))
  if (seqs === null) {
    sendBack(channelId, taken)
    taken = []
    return storeOnly(db, ready)
  }
  rows = await tellOfStored(db, all, seqs)
  return firstOf(rows)
}

/** Resolves at once if nobody is storing a message there. */
function takePlace(ready: Ready): Promise<Fate> | Fate {
  const { channelId } = ready.message
  const line = lines.get(channelId)
  if (line) return new Promise((meet) => line.push({ ready, isSuspect: false, meet }))
  lines.set(channelId, [])
  return 'first'
}

/** Takes those off the line whose messages can be stored with the one whose turn it is. */
function takeAlong(channelId: string): Waiting[] {
  const line = lines.get(channelId) ?? []
  const suspect = line.findIndex(({ isSuspect }) => isSuspect)
  return line.splice(0, Math.min(TOGETHER_MAX - 1, suspect === -1 ? line.length : suspect))
}

/** Those who were taken along come next, each for itself. */
function sendBack(channelId: string, taken: readonly Waiting[]): void {
  lines.get(channelId)?.unshift(...taken.map((waiting) => ({ ...waiting, isSuspect: true })))
}

function callNext(channelId: string): void {
  const next = lines.get(channelId)?.shift()
  if (next) next.meet(next.isSuspect ? 'alone' : 'first')
  else lines.delete(channelId)
}

async function storeOnly(db: Db, ready: Ready): Promise<MessageRow> {
  return firstOf(await storeMessages(db, [ready]))
}

function firstOf([row]: readonly MessageRow[]): MessageRow {
  if (!row) throw new Error('A message was stored as none')
  return row
}
