import * as z from 'zod/mini'

import { enqueueLetter } from '#server/domains/accounts/service.ts'
import { stepOpened } from '#server/domains/audiences/events.ts'
import { audienceChanged, postPublished } from '#server/domains/posts/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import {
  defineJob,
  enqueue,
  enqueueEach,
  type Job,
  type JobContext,
} from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { newPostLetter } from './emails.ts'
import { getPreferences } from './preferences.ts'
import { findNewPostFacts } from './queries.ts'
import { findAudienceOfPost, insertDeliveries, listCandidates, listUntoldPosts } from './telling-queries.ts'
import { PAGE, unsubscribeUrl } from './unsubscribe.ts'

/*
 * Each person is told of a post once, when it opens for them: at its publication, at a later step of its audience, or
 * when its creator opens it to more people.
 * A row of `post_deliveries` is written together with the letter, so whatever runs twice tells nobody twice.
 */

/** People per transaction. */
const BATCH = 1000

/** Posts that one letter is about; a page may open hundreds of old ones at once. */
const POSTS_PER_LETTER = 100

const mailNewPost = defineJob(
  { name: 'notifications.mail-new-post', payload: z.object({ postId: z.string(), userId: z.string() }) },
  (db, { postId, userId }, context) => tell(db, [postId], { userId, kind: 'published' }, context),
)

const mailOpenedPosts = defineJob(
  {
    name: 'notifications.mail-opened-posts',
    payload: z.object({ audienceId: z.string(), userId: z.string() }),
  },
  async (db, { audienceId, userId }, context) => {
    const postIds = await listUntoldPosts(db, { audienceId, userId, limit: POSTS_PER_LETTER })
    await tell(db, postIds, { userId, kind: 'opened' }, context)
  },
)

const mailWidenedPost = defineJob(
  { name: 'notifications.mail-widened-post', payload: z.object({ postId: z.string(), userId: z.string() }) },
  async (db, { postId, userId }, context) => {
    const postIds = await listUntoldPosts(db, { postId, userId, limit: 1 })
    await tell(db, postIds, { userId, kind: 'opened' }, context)
  },
)

/** Posts with the same audience: they are open to the same people. */
async function tell(
  db: Db,
  postIds: readonly string[],
  { userId, kind }: { userId: string; kind: 'published' | 'opened' },
  { platform, now }: JobContext,
): Promise<void> {
  const [first] = postIds
  const facts = first === undefined ? null : await findNewPostFacts(db, first, userId, now)
  if (!facts) return
  const toldNow = await insertDeliveries(db, { postIds, userId, now })
  if (toldNow === 0 || facts.followMails === false) return
  if (!(await getPreferences(db, userId)).creatorUpdates) return
  const news = kind === 'published' ? kind : toldNow === 1 ? 'opened' : 'several-opened'
  const { publicUrl } = platform.config
  // Who follows the page can end its mails alone; members who don't, those of all pages.
  const ended = facts.followMails === null ? 'creatorUpdates' : (`${PAGE}${facts.creatorId}` as const)
  const links = { publicUrl, unsubscribeUrl: unsubscribeUrl(platform, userId, ended) }
  await enqueueLetter(db, platform, (language) => newPostLetter({ ...facts, news }, links, language))
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
    if (postId === null)
      await enqueueEach(
        db,
        mailOpenedPosts,
        userIds.map((userId) => ({ audienceId, userId })),
      )
    else
      await enqueueEach(
        db,
        previousId === null ? mailNewPost : mailWidenedPost,
        userIds.map((userId) => ({ postId, userId })),
      )
    const last = people.at(-1)
    if (last && people.length === BATCH)
      await enqueue(db, tellReaders, { audienceId, postId, previousId, after: last.id })
  },
)

export const tellingJobs = [mailNewPost, mailWidenedPost, mailOpenedPosts, tellReaders] as Job[]

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
