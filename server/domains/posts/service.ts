import type * as z from 'zod/mini'

import { platformFailures } from '#contract/http/route.ts'
import { embedOf } from '#contract/media/embeds.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import type { MediumKind } from '#contract/media/rules.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { planFailures } from '#contract/plans/failures.ts'
import { postFailures } from '#contract/posts/failures.ts'
import type { post as postOnWire } from '#contract/posts/routes.ts'
import { getCreatorByHandle } from '#server/domains/creators/service.ts'
import { attachToPost, discardMedium, publicMediaUrl } from '#server/domains/media/service.ts'
import { getOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import type { PostContent } from './content.ts'
import { postPublished } from './events.ts'
import type { PostMedia } from './media.ts'
import {
  findPost,
  findPostOfMedium,
  insertPost,
  markPublished,
  markPostDeleted,
  type PostRow,
} from './queries.ts'
import { wholeHtml } from './reading.ts'
import { CLEANER_VERSION } from './sanitize.ts'
import { shownHtml } from './stored-html.ts'

export { canReadPostSql, heldPlansSql } from './access.ts'
export { listPublicPosts, type PublicPost } from './reading.ts'
export { textOfPost } from './sanitize.ts'

export interface NewPost {
  viewer: Viewer
  creatorId: string
  content: PostContent
  planId: string | null
  mediaId: string | null
  videoLink: string | null
  now: Date
}

/** Publishes a post. If its medium can't be played yet, it appears once it can; until then only its creator sees it. */
export async function publishPost(db: Db, post: NewPost): Promise<PostRow> {
  if (post.mediaId !== null && post.videoLink !== null) throw new Failure(mediaFailures.one_medium_only)
  // The player's address is built each time the post is shown; Twitch's also needs our name.
  if (post.videoLink !== null && embedOf(post.videoLink, 'localhost') === null)
    throw new Failure(mediaFailures.video_link_refused)
  if (post.planId !== null) {
    const plan = await getOfferedPlan(db, post.planId)
    if (plan.creatorId !== post.creatorId) throw new Failure(planFailures.plan_not_found)
  }
  const medium =
    post.mediaId === null
      ? null
      : await attachToPost(db, post.viewer, post.mediaId, { isFree: post.planId === null, now: post.now })
  const isWaiting = medium !== null && medium.state !== 'ready'
  const id = newId(post.now)
  await insertPost(db, {
    id,
    creatorId: post.creatorId,
    planId: post.planId,
    blocks: post.content.blocks,
    text: post.content.text,
    mediaId: post.mediaId,
    videoLink: post.videoLink,
    isWaiting,
    createdAt: post.now,
  })
  if (!isWaiting) await announce(db, { id, creatorId: post.creatorId }, post.now)
  return getPost(db, post.viewer, id, post.now)
}

/** A medium changed: a post that waited for it appears, and pages that show it are old. */
export async function applyMediumChange(db: Db, mediaId: string, now: Date): Promise<void> {
  const post = await findPostOfMedium(db, mediaId)
  if (!post) return
  if (post.isWaiting && post.isPlayable) {
    await markPublished(db, post.id)
    await announce(db, post, now)
  } else await announcePageChange(db, post.creatorId)
}

async function announce(db: Db, post: { id: string; creatorId: string }, now: Date): Promise<void> {
  await emit(db, postPublished, { postId: post.id }, now)
  await announcePageChange(db, post.creatorId)
}

/** Takes a post down. Only its creator can; others learn no more than the page shows them. */
export async function takeDownPost(db: Db, viewer: Viewer, id: string, now: Date): Promise<void> {
  const post = await getPost(db, viewer, id, now)
  if (post.ownerId !== viewer.id) throw new Failure(platformFailures.forbidden)
  const mediaId = await markPostDeleted(db, id, now)
  if (mediaId !== null) await discardMedium(db, mediaId)
  await announcePageChange(db, post.creatorId)
}

async function getPost(db: Db, viewer: Viewer | null, id: string, now: Date): Promise<PostRow> {
  const post = await findPost(db, { viewerId: viewer?.id ?? null, now }, id)
  if (!post) throw new Failure(postFailures.post_not_found)
  return post
}

/** One whole post, as on its creator's page. Throws `post_not_found`, and `page_not_found` with the page. */
export async function getShownPost(db: Db, viewer: Viewer | null, id: string, now: Date): Promise<PostRow> {
  const post = await getPost(db, viewer, id, now)
  await getCreatorByHandle(db, post.handle)
  if (post.html === null) return post
  return { ...post, html: await wholeHtml({ ...post, html: post.html }), cleanerVersion: CLEANER_VERSION }
}

/** Roughly the characters people read in a minute, mark-up included. */
const CHARACTERS_PER_MINUTE = 1200

/** A post as the viewer may see it. The teaser of a locked one uses its plan and length, never its text. */
export function presentPost(row: PostRow, postMedia: PostMedia): z.infer<typeof postOnWire> {
  const isLocked = row.html === null
  const media = postMedia.playbackOf(row)
  const embed = postMedia.embedOf(row)
  const addressOf = (kind: MediumKind) => (media?.kind === kind ? media.src : null)
  const minutes = Math.max(1, Math.round(row.characterCount / CHARACTERS_PER_MINUTE))
  return {
    _id: row.id,
    creatorId: {
      _id: row.creatorId,
      pageHandle: row.handle,
      pageName: row.pageName,
      profileImage: publicMediaUrl(row.profileImage),
    },
    content: row.html === null ? '' : shownHtml({ ...row, html: row.html }),
    isExcerpt: !isLocked && row.isExcerpt,
    planId: row.planId,
    plan:
      row.planId === null || row.planName === null || row.planPriceCents === null || row.planCurrency === null
        ? null
        : {
            _id: row.planId,
            name: row.planName,
            price: dollarsFromCents(row.planPriceCents),
            currency: row.planCurrency,
            isOffered: row.isPlanOffered,
          },
    locked: isLocked,
    teaser: isLocked ? `A post for ${row.planName ?? 'members'}, ${minutes} min read` : null,
    image: addressOf('image'),
    video: embed?.src ?? addressOf('video'),
    audio: addressOf('audio'),
    media,
    embed,
    holds: isLocked && row.heldKind !== null ? { kind: row.heldKind, durationMs: row.heldDurationMs } : null,
    isWaiting: row.isWaiting,
    createdAt: row.createdAt.toISOString(),
  }
}
