import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import { defineJob, enqueue } from '#server/platform/jobs/define-job.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { channelTopic } from './events.ts'
import { findMessage, findMessageById, type MessageRow } from './message-queries.ts'
import type { PersonRow } from './people-queries.ts'
import { presentMessage } from './present.ts'
import { listReactions } from './reaction-queries.ts'

/** A reader who is nobody: what everyone may see. */
const EVERYONE = { viewerId: null, mayModerate: false, fromSeq: 0 }

/** Tells those who have the channel open of a message as everyone sees it now. */
export async function tellOfMessage(
  db: Db,
  name: 'message' | 'message.changed',
  id: string,
  now: Date,
): Promise<void> {
  const row = await findMessageById(db, id)
  if (row) await tellOf(db, name, row, now)
}

export async function tellOf(
  db: Db,
  name: 'message' | 'message.changed',
  row: MessageRow,
  now: Date,
  /** Everyone in it, where they were read before. */
  people?: readonly PersonRow[],
): Promise<void> {
  const shown = { reader: EVERYONE, now, secretKey: null, ...(people && { people }) }
  const data = await presentMessage(db, row, shown)
  await publish(db, channelTopic, row.channelId, { name, data }, row.authorId)
}

/** They fetch the channel and what they see of its messages anew. */
export async function tellOfChannel(db: Db, channelId: string): Promise<void> {
  await publish(db, channelTopic, channelId, { name: 'channel.changed', data: {} })
}

/** However many react to a message, its readers are told once in this time. */
const REACTIONS_TOLD_EVERY_MS = 1000

export const tellOfReactions = defineJob(
  {
    name: 'channels.tell-of-reactions',
    payload: z.object({ channelId: z.string(), seq: z.number() }),
    maxAttempts: 3,
  },
  async (db, { channelId, seq }) => {
    const row = await findMessage(db, channelId, seq)
    if (row?.state !== 'visible') return
    const reactions = (await listReactions(db, channelId, [seq], null)).map(({ emoji, count }) => ({
      emoji,
      count,
    }))
    await publish(db, channelTopic, channelId, { name: 'reactions', data: { seq, reactions } }, row.authorId)
  },
)

export async function tellOfReactionsSoon(db: Db, channelId: string, seq: number): Promise<void> {
  await enqueue(
    db,
    tellOfReactions,
    { channelId, seq },
    { key: `reactions:${channelId}:${seq}`, keepsPlace: true, delayMs: REACTIONS_TOLD_EVERY_MS },
  )
}
