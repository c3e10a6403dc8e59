import { fixSteps } from '#contract/audiences/release.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import { postFailures } from '#contract/posts/failures.ts'
import { PUBLISH_AHEAD_MAX_DAYS, PUBLISH_AHEAD_MIN_MS } from '#contract/posts/limits.ts'
import { keepAudience } from '#server/domains/audiences/service.ts'
import { refuseStoppedPosting } from '#server/domains/creators/service.ts'
import { discardMedium, findMedia } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { nameAddress } from '../address.ts'
import { cleanBlocks } from '../content.ts'
import { audienceChanged } from '../events.ts'
import { placeMedia } from '../placed-media.ts'
import { holdPolls, openHeldPolls } from '../polls/hold.ts'
import { replaceMediaOfPost } from '../placed-media-queries.ts'
import { announce } from '../service.ts'
import { countRevision, deleteDraft, listMediaOfPost, type WrittenPost } from './draft-queries.ts'
import { publishFiles } from './draft-files.ts'
import { getOwnWritten, lockOwnWritten, readWriting, type Writing } from './drafts.ts'
import { listRemovedMedia } from './removed-media-queries.ts'
import { applyDraft, markEdited, markOut, markScheduled } from './publish-queries.ts'

type Cleaned = Awaited<ReturnType<typeof cleanBlocks>>

const DAY_MS = 86_400_000

export interface Publishing {
  viewer: Viewer
  id: string
  /** What was seen when Publish was pressed. */
  revision: number
  /** null: now. A post that is out stays out. */
  publishAt: Date | null
  now: Date
}

/**
 * Publishes what was saved, or fixes it to go out later. Throws `draft_changed`, `content_empty`, `publish_at_wrong`,
 * `plan_not_found`, `medium_not_usable`, `posting_stopped`.
 */
export async function publishDraft(inTransaction: InTransaction, publishing: Publishing): Promise<void> {
  const { viewer, id } = publishing
  refuseOtherTimes(publishing)
  const before = await inTransaction(async (db) => readWriting(db, await getOwnWritten(db, viewer, id)))
  refuseStale(before.post, publishing)
  // Outside a transaction: a long text takes its time. The revision says that it is still the same one.
  const cleaned = await cleanBlocks(before.draft.blocks)
  await inTransaction(async (db) => {
    const post = await lockOwnWritten(db, viewer, id)
    refuseStale(post, publishing)
    // Changes of what is out can't be put off.
    if (publishing.publishAt !== null && isOut(post)) throw new Failure(postFailures.publish_at_wrong)
    const writing = await readWriting(db, post)
    refuseEmpty(writing, cleaned)
    const audienceId = await putIn(db, writing, cleaned, publishing)
    await sendOut(db, post, { ...publishing, audienceId })
    await countRevision(db, id, publishing.now)
  })
}

function refuseOtherTimes({ publishAt, now }: Publishing): void {
  if (publishAt === null) return
  const ahead = publishAt.getTime() - now.getTime()
  if (ahead < PUBLISH_AHEAD_MIN_MS || ahead > PUBLISH_AHEAD_MAX_DAYS * DAY_MS)
    throw new Failure(postFailures.publish_at_wrong)
}

/** It went out, whether its creator shows it now or not. */
function isOut({ state }: WrittenPost): boolean {
  return state === 'published' || state === 'hidden'
}

function refuseStale(post: WrittenPost, { revision }: Publishing): void {
  if (post.revision !== revision) throw new Failure(postFailures.draft_changed)
}

function refuseEmpty({ draft, mediaIds, files }: Writing, { isEmpty }: Cleaned): void {
  if (isEmpty && mediaIds.length + files.length === 0 && draft.videoLink === null)
    throw new Failure(postFailures.content_empty)
}

/** What was drafted becomes the post; media that are no longer in it go. Returns its audience. */
async function putIn(
  db: Db,
  { post, draft, mediaIds, files }: Writing,
  cleaned: Cleaned,
  { publishAt, now }: Publishing,
): Promise<string> {
  const media = await findMedia(db, mediaIds)
  const states = [...[...media.values()].map(({ row }) => row.state), ...files.map(({ state }) => state)]
  if (states.includes('failed')) throw new Failure(mediaFailures.medium_not_usable)
  // Days are counted from the first publication, however late something is changed.
  const steps = fixSteps(draft.steps, post.publishedAt ?? publishAt ?? now)
  const audienceId = await keepAudience(db, post.creatorId, steps, now)
  const removed = await listRemovedMedia(db, post.id)
  const replaced = [...(await listMediaOfPost(db, post.id)), post.coverId, ...removed]
  await applyDraft(db, post.id, { ...draft, text: cleaned.text, open: cleaned.open, audienceId })
  await replaceMediaOfPost(db, post.id, placeMedia(mediaIds, cleaned))
  await holdPolls(db, post, cleaned.text)
  const replacedFiles = await publishFiles(db, post, files, now)
  await deleteDraft(db, post.id)
  // Its address is made once, and stays whatever the title becomes.
  if (!isOut(post)) await nameAddress(db, { id: post.id, creatorId: post.creatorId, title: draft.title })
  const kept = new Set([...mediaIds, draft.coverId])
  for (const id of new Set([...replaced, ...replacedFiles]))
    if (id !== null && !kept.has(id)) await discardMedium(db, id)
  return audienceId
}

async function sendOut(
  db: Db,
  post: WrittenPost,
  { id, publishAt, audienceId, now }: Publishing & { audienceId: string },
): Promise<void> {
  if (!isOut(post)) await refuseStoppedPosting(db, post.creatorId)
  // It may have waited for a medium that is no longer in it.
  if (isOut(post) && !post.isWaiting) {
    await markEdited(db, id, now)
    await openHeldPolls(db, post, now)
    if (post.state === 'published' && audienceId !== post.audienceId)
      await emit(db, audienceChanged, { postId: id, previousId: post.audienceId }, now)
    if (post.state === 'published') await announcePageChange(db, post.creatorId)
  } else if (publishAt !== null) await markScheduled(db, id, publishAt)
  else await release(db, post, now)
}

/** A post goes out for the first time, as soon as its media can be played. */
export async function release(db: Db, post: { id: string; creatorId: string }, now: Date): Promise<void> {
  const { isWaiting } = await markOut(db, post.id, now)
  if (!isWaiting) await announce(db, post, now)
}
