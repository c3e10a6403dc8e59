import * as z from 'zod/mini'

import { NOTICE_KINDS, NOTICE_TOPICS, type NoticeTopic, topicRules } from '#contract/notifications/kinds.ts'
import { localDay } from '#contract/notifications/local-time.ts'
import { enqueueLetter } from '#server/domains/accounts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJob, defineJobInPhases, enqueueEach } from '#server/platform/jobs/define-job.ts'

import { findDigestChoice, listChosen } from '../choices/choice-queries.ts'
import { choiceOf, getChoice } from '../choices/choices.ts'
import { listNoticeFacts } from '../facts-queries.ts'
import { pathOf, sentenceOf, subjectOf } from '../facts.ts'
import { unsubscribeUrl } from '../unsubscribe.ts'
import { digestDueAt } from './digest-due.ts'
import {
  deleteDueItems,
  type DigestItem,
  findReader,
  listReadablePosts,
  listUsersWithDueDigest,
  lockDueItems,
  postponeItems,
  takeMailsOfDay,
} from './digest-queries.ts'
import { digestLetter } from './news-letters.ts'

/** People per transaction. */
const BATCH = 1000
/** Lines of one digest; what is beyond is counted, and in the bell. */
const LINES = 25
/** Lines that are looked at. */
const LINES_READ_MAX = 500

/** Looks for people whose digest is due; zones differ by quarters of an hour. */
export const sendDigests = defineJobInPhases(
  { name: 'notifications.send-digests', payload: z.object({}), cron: '*/5 * * * *', maxAttempts: 3 },
  async (inTransaction, _, { now, signal }) => {
    for (let after: string | null = null; !signal.aborted;) {
      const from = after
      const userIds = await inTransaction(async (db) => {
        const due = await listUsersWithDueDigest(db, { now, after: from, limit: BATCH })
        await enqueueEach(
          db,
          mailDigest,
          due.map((userId) => ({ userId })),
        )
        return due
      })
      after = userIds.at(-1) ?? null
      if (userIds.length < BATCH) return
    }
  },
)

/** Mails one person their digest. A second run finds nothing that is due. */
export const mailDigest = defineJob(
  { name: 'notifications.mail-digest', payload: z.object({ userId: z.string() }) },
  async (db, { userId }, { platform, now }) => {
    const waiting = await lockDueItems(db, { userId, now, limit: LINES_READ_MAX })
    if (waiting.length === 0) return
    const reader = await findReader(db, userId)
    const items = reader ? await stillFitting(db, userId, waiting, now) : []
    if (!reader || items.length === 0) return deleteDueItems(db, { userId, now })
    const taken = await takeMailsOfDay(db, [{ userId, day: localDay(now, reader.timeZone) }])
    if (!taken.has(userId)) {
      const until = digestDueAt(now, reader.timeZone, 'daily')
      return postponeItems(db, { userId, now, until })
    }
    const shown = items.slice(0, LINES)
    const facts = await listNoticeFacts(db, userId, shown)
    const { publicUrl } = platform.config
    await enqueueLetter(db, platform, (language) =>
      digestLetter(
        { name: reader.name, address: reader.email },
        {
          lines: facts.flatMap((fact, index) => {
            const item = shown[index]
            if (!item) return []
            const text = sentenceOf(item, fact, language)
            const detail = item.count > 1 ? null : subjectOf(item.kind, fact)
            return [{ text, detail, url: publicUrl + pathOf(item, fact) }]
          }),
          total: items.length,
        },
        { publicUrl, unsubscribeUrl: unsubscribeUrl(platform, userId, 'digest'), language },
      ),
    )
    return deleteDueItems(db, { userId, now })
  },
)

/** Topics whose lines are left out once their mails are turned off; new posts are looked at page by page. */
const ENDED_HERE = (Object.keys(NOTICE_TOPICS) as NoticeTopic[]).filter(
  (topic) => topic !== 'newPosts' && topicRules(topic).mail === 'chosen',
)

/** Without what its reader has turned off since, and without posts they may no longer read. */
async function stillFitting(
  db: Db,
  userId: string,
  items: readonly DigestItem[],
  now: Date,
): Promise<DigestItem[]> {
  if (!(await findDigestChoice(db, userId)).isWanted) return []
  const ofPosts = items.filter(({ kind }) => NOTICE_KINDS[kind] === 'newPosts')
  const postIds = ofPosts.map(({ target }) => target).filter((id) => id !== null)
  const readable = await listReadablePosts(db, { userId, postIds, now })
  const creatorIds = [...new Set(ofPosts.map(({ creatorId }) => creatorId).filter((id) => id !== null))]
  const chosen = await listChosen(db, { userId, topic: 'newPosts', creatorIds })
  const quiet = new Set(
    chosen
      .filter((of) => choiceOf('newPosts', of).mail === 'off')
      .map(({ creatorId }): string | null => creatorId),
  )
  const off = new Set<string>()
  for (const topic of ENDED_HERE)
    if ((await getChoice(db, { userId, topic, creatorId: null })).mail === 'off') off.add(topic)
  return items.filter(({ kind, creatorId, target }) =>
    NOTICE_KINDS[kind] === 'newPosts'
      ? target !== null && readable.has(target) && !quiet.has(creatorId)
      : !off.has(NOTICE_KINDS[kind]),
  )
}
