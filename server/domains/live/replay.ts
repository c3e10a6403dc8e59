import { livePath } from '#contract/live/live-address.ts'
import { LIVE_POLLS_MAX } from '#contract/live/rules.ts'
import { PLAYERS_PER_POST } from '#contract/posts/limits.ts'
import { findPollFacts, seesPollResults } from '#server/domains/polls/service.ts'
import {
  beginDraft,
  type EditorContent,
  type PostContent,
  publishPost,
  readContent,
  saveWriting,
} from '#server/domains/posts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { liveTopic } from './events.ts'
import { listPollsOf } from './poll-queries.ts'
import { replayPathOf } from './present.ts'
import { listForPost } from './question-queries.ts'
import { findLive, findLiveFacts, type LiveRow, lockLive } from './queries.ts'
import { type ReplayParts, replayBlocks } from './replay-blocks.ts'
import { type Chapter, chaptersOf } from './recording/chapters.ts'
import { listRecordings, listShownLines } from './recording/recording-queries.ts'
import { findReplayPost, readSteps, storeChapters, storeReplayPost } from './replay-queries.ts'

/** Of what was answered, so much is written into the post; the rest stays with the session. */
const ANSWERS_MAX = 200

/** Makes the post or the draft of a session that ended, unless there is one. */
export async function leaveReplay(
  inTransaction: InTransaction,
  { liveSessionId, publicUrl, now }: { liveSessionId: string; publicUrl: string; now: Date },
): Promise<void> {
  const parts = await inTransaction((db) => readParts(db, liveSessionId, publicUrl))
  if (parts) await inTransaction((db) => storeChapters(db, parts.chapters))
  const blocks = parts && replayBlocks(parts)
  if (!blocks) return
  // Outside a transaction: a long text takes its time.
  const content = await readContent(blocks)
  const { mediaIds } = parts
  if (!(await publishReplay(inTransaction, liveSessionId, { content, mediaIds }, now)))
    await inTransaction((db) => draftReplay(db, liveSessionId, { blocks, mediaIds }, now))
}

async function readParts(
  db: Db,
  id: string,
  publicUrl: string,
): Promise<(ReplayParts & { mediaIds: string[] }) | null> {
  const row = await findLiveFacts(db, id)
  if (row?.state !== 'ended' || row.replay === 'none' || (await findReplayPost(db, id)) !== null) return null
  const polls = []
  for (const pollId of (await listPollsOf(db, id, LIVE_POLLS_MAX)).toReversed()) {
    const poll = await findPollFacts(db, pollId)
    if (poll && poll.result !== null && seesPollResults(poll))
      polls.push({ question: poll.question, options: poll.options, totals: poll.result })
  }
  const answered = await listForPost(db, id, ANSWERS_MAX)
  const recordings = (await listRecordings(db, id)).slice(0, PLAYERS_PER_POST)
  const chapters: Chapter[] = chaptersOf(answered, await listShownLines(db, id), recordings)
  const mediaIds = recordings.map(({ mediaId }) => mediaId)
  const url = publicUrl + livePath(row.handle, id)
  return { text: row.text, answered, polls, chapters, recordings: mediaIds.length, mediaIds, url }
}

/** The session, locked, if it still waits for its post. */
async function lockWaiting(db: Db, id: string): Promise<LiveRow | null> {
  const row = await lockLive(db, id)
  return row && (await findReplayPost(db, id)) === null ? row : null
}

/** Whether it is out, or had become something already. What can't go out, such as for an archived plan, is left a draft. */
async function publishReplay(
  inTransaction: InTransaction,
  id: string,
  { content, mediaIds }: { content: PostContent; mediaIds: string[] },
  now: Date,
): Promise<boolean> {
  try {
    return await inTransaction(async (db) => {
      const row = await lockWaiting(db, id)
      if (!row) return true
      if (row.replay !== 'publish') return false
      const post = await publishPost(db, {
        viewer: { id: row.ownerId },
        creatorId: row.creatorId,
        title: row.title,
        content,
        audience: await readSteps(db, row.audienceId),
        mediaIds,
        videoLink: null,
        teaser: null,
        coverId: null,
        now,
      })
      await storeReplayPost(db, id, post.id)
      const found = await findLive(db, { viewerId: null, now }, id)
      await publish(db, liveTopic, id, {
        name: 'live-session.state',
        data: {
          state: 'ended',
          liveAt: row.liveAt?.toISOString() ?? null,
          endedAt: row.endedAt?.toISOString() ?? null,
          replayPath: found && replayPathOf(found),
        },
      })
      return true
    })
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

async function draftReplay(
  db: Db,
  id: string,
  { blocks, mediaIds }: { blocks: EditorContent; mediaIds: string[] },
  now: Date,
): Promise<void> {
  const row = await lockWaiting(db, id)
  if (!row) return
  const viewer = { id: row.ownerId }
  const begun = await beginDraft(db, { viewer, creatorId: row.creatorId, clientKey: id, from: null, now })
  await saveWriting(
    db,
    viewer,
    begun.post.id,
    {
      revision: begun.post.revision,
      title: row.title,
      blocks,
      steps: await readSteps(db, row.audienceId),
      mediaIds,
      files: null,
      videoLink: null,
      teaser: null,
      coverId: null,
      isMailed: true,
    },
    now,
  )
  await storeReplayPost(db, id, begun.post.id)
}
