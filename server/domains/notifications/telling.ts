import * as z from 'zod/mini'

import { enqueueLetters } from '#server/domains/accounts/service.ts'
import { stepOpened } from '#server/domains/audiences/events.ts'
import { audienceChanged, postPublished } from '#server/domains/posts/events.ts'
import { findBeginnings } from '#server/domains/posts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import {
  defineJob,
  defineJobInPhases,
  enqueue,
  type Job,
  type JobContext,
} from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { choiceOf } from './choices/choices.ts'
import { takeMails } from './digest/mail-notice.ts'
import { newPostLetter } from './emails.ts'
import { notifyAll } from './notify.ts'
import { listRecipients } from './notify-queries.ts'
import {
  findAudienceOfPost,
  insertDeliveries,
  listCandidates,
  listNewPostFacts,
  markMailed,
  type PostsToTell,
} from './telling-queries.ts'
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

/** People whose mails are written together, in a transaction. */
const MAILS_AT_ONCE = 200

interface Mailing {
  userId: string
  postId: string
  count: number
}

const mailNewPosts = defineJobInPhases(
  {
    name: 'notifications.mail-new-posts',
    payload: z.object({
      kind: z.enum(['new_post', 'post_opened']),
      groupKey: z.string(),
      creatorId: z.string(),
      /** `postId`: the newest of so many posts that opened together. */
      people: z.array(z.object({ userId: z.string(), postId: z.string(), count: z.number() })),
    }),
  },
  async (inTransaction, { people, ...news }, context) => {
    // A job for each of them would leave a second between two: the next of a queue is looked for that often.
    for (let at = 0; at < people.length; at += MAILS_AT_ONCE)
      await inTransaction((db) => mailSome(db, news, people.slice(at, at + MAILS_AT_ONCE), context))
  },
)

/** Writes mails to those of these people who want one and weren't mailed before. */
async function mailSome(
  db: Db,
  { kind, groupKey, creatorId }: { kind: 'new_post' | 'post_opened'; groupKey: string; creatorId: string },
  people: readonly Mailing[],
  { platform, now }: JobContext,
): Promise<void> {
  const wanting = await listRecipients(db, {
    userIds: people.map(({ userId }) => userId),
    topic: 'newPosts',
    creatorId,
  })
  const willing = new Set(
    wanting.filter((chosen) => choiceOf('newPosts', chosen).mail !== 'off').map(({ userId }) => userId),
  )
  const asked = people.filter(({ userId }) => willing.has(userId))
  const marked = await markMailed(db, asked, now)
  const facts = await listNewPostFacts(
    db,
    asked.filter(({ userId }) => marked.has(userId)),
    now,
  )
  const news = { kind, groupKey, creatorId, actorId: null }
  const mailed = await takeMails(
    db,
    news,
    facts.map((fact) => ({ ...fact, target: fact.postId })),
    now,
  )
  const { publicUrl } = platform.config
  const postIds = [...new Set(facts.map(({ postId }) => postId))]
  const beginnings = await findBeginnings(db, postIds, WORDS_IN_MAIL, { viewerId: null, now, platform })
  await enqueueLetters(
    db,
    platform,
    facts
      .filter(({ userId }) => mailed.has(userId))
      .map((fact) => {
        const { userId, count, followMails, memberEmail } = fact
        const told = kind === 'new_post' ? 'published' : count === 1 ? 'opened' : 'several-opened'
        // Who follows the page can end its mails alone; members who don't, those of all pages.
        const ended = followMails === null ? 'creatorUpdates' : (`${PAGE}${creatorId}` as const)
        const links = { publicUrl, unsubscribeUrl: unsubscribeUrl(platform, userId, ended) }
        const beginning = told === 'several-opened' ? undefined : beginnings.get(fact.postId)
        return {
          address: memberEmail,
          write: (language) => newPostLetter({ ...fact, news: told, beginning }, links, language),
        }
      }),
  )
}

/** About a minute of reading: enough to want the rest. */
const WORDS_IN_MAIL = 150

/** Tells these people of what they weren't told of yet: of one post, or of all with its audience. */
async function tell(
  db: Db,
  userIds: readonly string[],
  { isPublication, ...of }: PostsToTell & { isPublication: boolean },
  now: Date,
): Promise<void> {
  const told = await insertDeliveries(db, {
    userIds,
    ...of,
    withOpened: isPublication,
    limit: POSTS_AT_ONCE,
    now,
  })
  const [first] = told
  if (!first) return
  const kind: 'new_post' | 'post_opened' = isPublication ? 'new_post' : 'post_opened'
  const groupKey =
    'postId' in of ? `post:${of.postId}` : `opened:${of.audienceId}:${now.toISOString().slice(0, 10)}`
  const people = told.map(({ userId, postIds }) => ({
    userId,
    target: postIds[0] ?? null,
    count: postIds.length,
  }))
  const { creatorId } = first
  await notifyAll(db, { kind, groupKey, occasion: null, creatorId, now }, people, (mailed) => {
    const atOnce = new Set(mailed)
    const mails = people.flatMap(({ userId, target, count }) =>
      target !== null && atOnce.has(userId) ? [{ userId, postId: target, count }] : [],
    )
    // Behind everything else and one at a time: bells ring first, and whoever calls beside it has the node to themselves.
    if (mails.length === 0) return Promise.resolve()
    const payload = { kind, groupKey, creatorId, people: mails }
    return enqueue(db, mailNewPosts, payload, { isBehind: true, queue: 'news-mails' })
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
    await tell(db, userIds, { ...(postId === null ? { audienceId } : { postId }), isPublication }, now)
    const last = people.at(-1)
    if (last && people.length === BATCH)
      await enqueue(db, tellReaders, { audienceId, postId, previousId, after: last.id })
  },
)

export const tellingJobs = [mailNewPosts, tellReaders] as Job[]

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
