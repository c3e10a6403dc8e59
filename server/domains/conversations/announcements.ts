import * as z from 'zod/mini'

import { conversationFailures } from '#contract/conversations/failures.ts'
import { ANNOUNCEMENT_EVERY_HOURS } from '#contract/conversations/rules.ts'
import { userTopic } from '#server/domains/accounts/events.ts'
import { keepAudience, type StepOnWire } from '#server/domains/audiences/service.ts'
import { openChannels, readInEach, writeToEach } from '#server/domains/channels/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJob, enqueue } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { publishEach } from '#server/platform/realtime/publish.ts'

import {
  findAnnouncement,
  hasClientKey,
  insertAnnouncement,
  insertDeliveries,
  keepPairs,
  listAnnouncementsOf,
  listMembersAfter,
  listReadByOwner,
  noteAnnounced,
  noteSent,
} from './announcement-queries.ts'
import { announced } from './events.ts'
import { lockConversation } from './queries.ts'

/** People per transaction. */
const BATCH = 1000
const EVERY_MS = ANNOUNCEMENT_EVERY_HOURS * 3_600_000

/** When a page may announce again; null: now. */
export async function nextAnnouncementAt(db: Db, creatorId: string, now: Date): Promise<Date | null> {
  const [last] = await listAnnouncementsOf(db, { creatorId, beforeId: null, limit: 1 })
  const nextAt = last && new Date(last.createdAt.getTime() + EVERY_MS)
  return nextAt && nextAt > now ? nextAt : null
}

/** Queues an announcement. Repeated with its key, it changes nothing. Throws `one_a_day`, `plan_not_found`. */
export async function queueAnnouncement(
  db: Db,
  given: { creatorId: string; clientKey: string; audience: readonly StepOnWire[]; body: string },
  now: Date,
): Promise<void> {
  const { creatorId, clientKey, body } = given
  await lockConversation(db, `announcements of ${creatorId}`)
  if (await hasClientKey(db, creatorId, clientKey)) return
  const nextAt = await nextAnnouncementAt(db, creatorId, now)
  if (nextAt)
    throw new Failure(conversationFailures.one_a_day, {
      retryAfterSeconds: Math.ceil((nextAt.getTime() - now.getTime()) / 1000),
    })
  const audienceId = await keepAudience(db, creatorId, given.audience, now)
  const id = newId(now)
  await insertAnnouncement(db, { id, creatorId, audienceId, body, clientKey, now })
  await enqueue(db, deliverAnnouncement, { announcementId: id, after: null })
}

/** Brings an announcement to the next thousand members. Whoever has it already doesn't get it again. */
export const deliverAnnouncement = defineJob(
  {
    name: 'conversations.deliver-announcement',
    payload: z.object({
      announcementId: z.string(),
      /** The last person that was looked at. */
      after: z.nullable(z.string()),
    }),
  },
  async (db, { announcementId, after }, { now }) => {
    const announcement = await findAnnouncement(db, announcementId)
    if (!announcement) return
    const people = await listMembersAfter(db, { announcement, after, limit: BATCH, now })
    const reached = people.flatMap(({ id, isReached }) => (isReached ? [id] : []))
    const userIds = await insertDeliveries(db, announcementId, reached)
    if (userIds.length > 0) {
      const { creatorId, ownerId, body } = announcement
      const pairs = await keepPairs(db, {
        creatorId,
        ownerId,
        people: userIds.map((userId) => ({ userId, id: newId(now) })),
        now,
      })
      const channelIds = pairs.map(({ conversationId }) => conversationId)
      await openChannels(db, channelIds, { kind: 'conversation', pageId: creatorId, now })
      const written = await writeToEach(db, { channelIds, authorId: ownerId, body, now })
      await noteAnnounced(db, { ownerId, written, now })
      await readInEach(db, { userId: ownerId, read: await listReadByOwner(db, ownerId, written) })
      await publishEach(db, userTopic, userIds, { name: 'conversations', data: {} })
      const messageOf = new Map(written.map(({ channelId, id }) => [channelId, id]))
      const told = pairs.flatMap(({ conversationId, userId }) => {
        const messageId = messageOf.get(conversationId)
        return messageId === undefined ? [] : [{ userId, messageId }]
      })
      await emit(db, announced, { announcementId, creatorId, ownerId, told }, now)
    }
    const last = people.at(-1)
    const isMore = last !== undefined && people.length === BATCH
    await noteSent(db, announcementId, userIds.length, isMore ? null : now)
    if (isMore) await enqueue(db, deliverAnnouncement, { announcementId, after: last.id })
  },
)
