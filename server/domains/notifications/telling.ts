import * as z from 'zod/mini'

import { enqueueLetter } from '#server/domains/accounts/service.ts'
import { stepOpened } from '#server/domains/audiences/events.ts'
import { audienceChanged, postPublished } from '#server/domains/posts/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJob, enqueue, enqueueEach, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { getChoice } from './choices/choices.ts'
import { mayMailNow } from './digest/mail-notice.ts'
import { newPostLetter } from './emails.ts'
import { notifyAll } from './notify.ts'
import { findNewPostFacts } from './queries.ts'
import { findAudienceOfPost, insertDeliveries, listCandidates, markMailed } from './telling-queries.ts'
import { PAGE, unsubscribeUrl } from './unsubscribe.ts'

/*
 * Each person is told of a post once, when it opens for them: at its publication, at a later step of its audience, or
 * when its creator opens it to more people.
 * Rows of `post_deliveries` are written together with the bell, and say who was mailed, so whatever runs twice tells
 * nobody twice.
 */

/** People per transaction. */
const BATCH = 1000

/** Posts that one person is told of together; a page may open hundreds of old ones at once. */
const POSTS_AT_ONCE = 100

const mailNewPost = defineJob(
  {
    name: 'notifications.mail-new-post',
    payload: z.object({
      postId: z.string(),
      userId: z.string(),
      kind: z._default(z.enum(['new_post', 'post_opened']), 'new_post'),
      /** Posts that opened together; the one named is the newest. */
      count: z._default(z.number(), 1),
      groupKey: z._default(z.string(), ''),
    }),
  },
  async (db, { postId, userId, kind, count, groupKey }, { platform, now }) => {
    const facts = await findNewPostFacts(db, postId, userId, now)
    if (!facts || !(await markMailed(db, { postId, userId, now }))) return
    const { creatorId } = facts
    if ((await getChoice(db, { userId, topic: 'newPosts', creatorId })).mail === 'off') return
    const notice = { userId, kind, groupKey, creatorId, target: postId, actorId: null, count }
    if (!(await mayMailNow(db, facts, notice, now))) return
    const news = kind === 'new_post' ? 'published' : count === 1 ? 'opened' : 'several-opened'
    const { publicUrl } = platform.config
    // Who follows the page can end its mails alone; members who don't, those of all pages.
    const ended = facts.followMails === null ? 'creatorUpdates' : (`${PAGE}${creatorId}` as const)
    const links = { publicUrl, unsubscribeUrl: unsubscribeUrl(platform, userId, ended) }
    await enqueueLetter(db, platform, (language) => newPostLetter({ ...facts, news }, links, language))
  },
)

/** Tells these people of what they weren't told of yet: of one post, or of all with its audience. */
async function tell(
  db: Db,
  userIds: readonly string[],
  {
    audienceId,
    postId,
    isPublication,
  }: { audienceId: string; postId: string | null; isPublication: boolean },
  now: Date,
): Promise<void> {
  const of = postId === null ? { audienceId } : { postId }
  const told = await insertDeliveries(db, {
    userIds,
    ...of,
    withOpened: isPublication,
    limit: POSTS_AT_ONCE,
    now,
  })
  const [first] = told
  if (!first) return
  const kind = isPublication ? 'new_post' : 'post_opened'
  const groupKey =
    postId === null ? `opened:${audienceId}:${now.toISOString().slice(0, 10)}` : `post:${postId}`
  const people = told.map(({ userId, postIds }) => ({
    userId,
    target: postIds[0] ?? null,
    count: postIds.length,
  }))
  const { creatorId } = first
  await notifyAll(db, { kind, groupKey, occasion: null, creatorId, now }, people, (mailed) => {
    const atOnce = new Set(mailed)
    return enqueueEach(
      db,
      mailNewPost,
      people.flatMap(({ userId, target, count }) =>
        target !== null && atOnce.has(userId) ? [{ postId: target, userId, kind, count, groupKey }] : [],
      ),
    )
  })
}

const tellReaders = defineJob(
  {
    name: 'notifications.tell-readers',
    payload: z.object({
      audienceId: z.string(),
      /** The post that was published; null: a step opened all posts with the audience. */
      postId: z.nullable(z.string()),
      /** The audience the post had before it was changed; whom that reached isn't told. */
      previousId: z.optional(z.nullable(z.string())),
      /** The last person that was looked at. */
      after: z.nullable(z.string()),
    }),
  },
  async (db, { audienceId, postId, previousId = null, after }, { now }) => {
    const people = await listCandidates(db, { audienceId, after, limit: BATCH, now })
    // The same people in the same order: both audiences are the page's.
    const before =
      previousId === null
        ? []
        : await listCandidates(db, { audienceId: previousId, after, limit: BATCH, now })
    const couldRead = new Set(before.filter(({ mayRead }) => mayRead).map(({ id }) => id))
    const userIds = people.filter(({ id, mayRead }) => mayRead && !couldRead.has(id)).map(({ id }) => id)
    const isPublication = postId !== null && previousId === null
    await tell(db, userIds, { audienceId, postId, isPublication }, now)
    const last = people.at(-1)
    if (last && people.length === BATCH)
      await enqueue(db, tellReaders, { audienceId, postId, previousId, after: last.id })
  },
)

export const tellingJobs = [mailNewPost, tellReaders] as Job[]

export const tellingReactions = [
  reactTo(postPublished, 'notifications', async (db, { postId }) => {
    const audienceId = await findAudienceOfPost(db, postId)
    if (audienceId !== null) await enqueue(db, tellReaders, { audienceId, postId, after: null })
  }),
  reactTo(audienceChanged, 'notifications', async (db, { postId, previousId }) => {
    const audienceId = await findAudienceOfPost(db, postId)
    if (audienceId !== null) await enqueue(db, tellReaders, { audienceId, postId, previousId, after: null })
  }),
  reactTo(stepOpened, 'notifications', (db, { audienceId }) =>
    enqueue(db, tellReaders, { audienceId, postId: null, after: null }),
  ),
] as EventReaction[]
