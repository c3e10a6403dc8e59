import { splitBody } from '#contract/channels/body.ts'
import { channelMessages } from '#contract/channels/messages.ts'
import { NOTICE_KINDS, topicRules } from '#contract/notifications/kinds.ts'
import { localDay } from '#contract/notifications/local-time.ts'
import { enqueueLetter } from '#server/domains/accounts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'

import { getChoice } from '../choices/choices.ts'
import { listNoticeFacts } from '../facts-queries.ts'
import { detailOf, pathOf, sentenceOf } from '../facts.ts'
import { type QueuedNotice, queuedNotice } from '../queued-notice.ts'
import { insertOccasions } from '../notify-queries.ts'
import { findComment } from '../talk/talk-queries.ts'
import { findUnreadMark } from '../talk/unread-mark.ts'
import { topicLink, unsubscribeUrl } from '../unsubscribe.ts'
import { findReader, takeMailsOfDay } from './digest-queries.ts'
import { newsLetter } from './news-letters.ts'
import { putIntoDigest } from './put-into-digest.ts'

/** Mails one piece of news of a kind that has no letter of its own. */
export const mailNotice = defineJob(
  { name: 'notifications.mail-notice', payload: queuedNotice },
  async (db, notice, { platform, now }) => {
    const { userId, kind, creatorId, occasion } = notice
    const reader = await findReader(db, userId)
    const topic = NOTICE_KINDS[kind]
    const choice = await getChoice(db, { userId, topic, creatorId })
    if (!reader || choice.mail === 'off') return
    const mark = topicRules(topic).mailsUnread
      ? await findUnreadMark(db, notice, choice.bell)
      : `mail:${occasion}`
    if (mark === null) return
    const isFirst = await insertOccasions(db, { userIds: [userId], occasion: mark, now })
    if (isFirst.length === 0) return
    const person = { ...notice, timeZone: reader.timeZone }
    if (!(await takeMails(db, notice, [person], now)).has(userId)) return
    const stored = { ...notice, actors: notice.actorId === null ? [] : [notice.actorId] }
    const [facts] = await listNoticeFacts(db, userId, [stored])
    if (!facts) return
    const { publicUrl } = platform.config
    const isComment = (topic === 'replies' || topic === 'comments') && stored.count === 1
    const comment = isComment && facts.people.length > 0 ? await findComment(db, notice.target) : null
    await enqueueLetter(db, platform, (language) =>
      newsLetter(
        { name: reader.name, address: reader.email },
        {
          topic,
          text: sentenceOf(stored, facts, language),
          detail: detailOf(stored.kind, facts, { timeZone: reader.timeZone, language, now }),
          url: publicUrl + pathOf(stored, facts),
          ...(comment && { comment: readable(comment) }),
        },
        { publicUrl, unsubscribeUrl: unsubscribeUrl(platform, userId, topicLink(topic)), language },
      ),
    )
  },
)

/** With names in place of ids. */
function readable({ body, names }: { body: string; names: Record<string, string> }): string {
  return splitBody(body)
    .map((part) => ('text' in part ? part.text : `@${names[part.userId] ?? channelMessages.someone}`))
    .join('')
}

/**
 * Takes one of the day's mails for each; those who have none left find the news in their next digest. Returns whom to
 * mail.
 */
export async function takeMails(
  db: Db,
  news: Omit<QueuedNotice, 'userId' | 'occasion' | 'target' | 'count'>,
  people: readonly { userId: string; timeZone: string | null; target: string | null; count: number }[],
  now: Date,
): Promise<Set<string>> {
  const taken = await takeMailsOfDay(
    db,
    people.map(({ userId, timeZone }) => ({ userId, day: localDay(now, timeZone) })),
  )
  const actors = news.actorId === null ? [] : [news.actorId]
  const others = people.filter(({ userId }) => !taken.has(userId))
  await putIntoDigest(db, { ...news, actors, pace: 'daily', now }, others)
  return taken
}
