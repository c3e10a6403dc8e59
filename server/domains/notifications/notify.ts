import {
  MAILED_UNREAD_AFTER_MINUTES,
  NOTICE_KINDS,
  type NoticeKind,
  topicRules,
} from '#contract/notifications/kinds.ts'
import { userTopic } from '#server/domains/accounts/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue, enqueueEach } from '#server/platform/jobs/define-job.ts'
import { publishEach } from '#server/platform/realtime/publish.ts'

import { choiceOf } from './choices/choices.ts'
import { putIntoDigest } from './digest/put-into-digest.ts'
import { mailNotice } from './digest/mail-notice.ts'
import {
  insertOccasions,
  listRecipients,
  listUsersWithDevices,
  type Recipient,
  upsertNotifications,
} from './notify-queries.ts'
import { pushNotice } from './push/push-job.ts'
import type { QueuedNotice } from './queued-notice.ts'

/** Something that people are notified of. */
export interface News {
  kind: NoticeKind
  /** Unread, everything with this key is one row of a person's bell, and one line of their digest. */
  groupKey: string
  /**
   * Names what happened: nobody is notified of the same occasion twice. null: the caller has made sure of that in this
   * transaction.
   */
  occasion: string | null
  /** The page it is about; what was chosen for that page counts. */
  creatorId: string | null
  /** Who did it: not told to people who are blocked by them or have blocked them. */
  actorId?: string | null
  now: Date
}

/** One who is notified, and of how much. */
export interface Addressee {
  userId: string
  /** What it is about, such as a post; the kind says which. */
  target: string | null
  count?: number
}

/** Notifies one person, in the bell, by mail and by push, as they chose. Returns whether it was news to them. */
export async function notify(
  db: Db,
  { userId, target, ...news }: News & { userId: string; target: string | null },
): Promise<boolean> {
  return (await notifyAll(db, news, [{ userId, target }])).length > 0
}

/**
 * The same for many, such as the thousand of one step of a fan-out: a few statements, however many they are.
 * `mailNow`: queues the mails of those who want one at once, where a kind has a mail of its own. Returns who was told.
 */
export async function notifyAll(
  db: Db,
  news: News,
  people: readonly Addressee[],
  mailNow?: (userIds: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const topic = NOTICE_KINDS[news.kind]
  const given = new Map(people.map((person) => [person.userId, person]))
  const found = await listRecipients(db, { userIds: [...given.keys()], topic, ...news })
  const told = new Set(
    news.occasion === null
      ? found.map(({ userId }) => userId)
      : await insertOccasions(db, { userIds: found.map(({ userId }) => userId), ...news }),
  )
  const recipients = found
    .filter(({ userId }) => told.has(userId))
    .map((recipient) => ({
      ...recipient,
      ...given.get(recipient.userId),
      choice: choiceOf(topic, recipient),
    }))
  const wanting = (is: (recipient: Told) => boolean) => recipients.filter(is)
  const actors = news.actorId ? [news.actorId] : []

  const ringing = wanting(({ choice }) => choice.bell)
  await upsertNotifications(db, {
    ...news,
    actors,
    rows: ringing.map(({ userId, target, count }) => ({ id: newId(news.now), userId, target, count })),
  })
  await publishEach(
    db,
    userTopic,
    ringing.map(({ userId }) => userId),
    { name: 'notification', data: {} },
  )

  if (topicRules(topic).mail === 'chosen') {
    for (const pace of ['daily', 'weekly'] as const)
      await putIntoDigest(
        db,
        { ...news, actors, pace },
        wanting(({ choice }) => choice.mail === pace),
      )
    const atOnce = wanting(({ choice }) => choice.mail === 'now')
    if (mailNow) await mailNow(atOnce.map(({ userId }) => userId))
    else if (topicRules(topic).mailsUnread)
      for (const person of atOnce)
        await enqueue(db, mailNotice, payloadOf(news, person), {
          delayMs: MAILED_UNREAD_AFTER_MINUTES * 60_000,
        })
    else
      await enqueueEach(
        db,
        mailNotice,
        atOnce.map((person) => payloadOf(news, person)),
      )
  }

  const pushed = await listUsersWithDevices(
    db,
    wanting(({ choice }) => choice.push).map(({ userId }) => userId),
  )
  await enqueueEach(
    db,
    pushNotice,
    wanting(({ userId }) => pushed.has(userId)).map((person) => payloadOf(news, person)),
  )
  return recipients.map(({ userId }) => userId)
}

type Told = Recipient & { choice: ReturnType<typeof choiceOf>; target?: string | null; count?: number }

function payloadOf(
  { kind, groupKey, occasion, creatorId, actorId }: News,
  { userId, target, count }: Told,
): QueuedNotice {
  return {
    userId,
    kind,
    groupKey,
    occasion,
    creatorId,
    target: target ?? null,
    actorId: actorId ?? null,
    count: count ?? 1,
  }
}
