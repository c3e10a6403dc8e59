import * as z from 'zod/mini'

import { defineJobInPhases, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactToInPhases } from '#server/platform/jobs/events.ts'

import { liveEnded } from '../events.ts'
import { findLiveFacts } from '../queries.ts'
import { leaveReplay } from '../replay.ts'
import { dropPictureLater } from './drop-picture.ts'
import { record } from './record.ts'

/** Makes what was shown in a session one or more media, and the post that it becomes; then the segments go. */
export const makeRecording: Job<{ liveSessionId: string }> = defineJobInPhases(
  { name: 'live.make-recording', payload: z.object({ liveSessionId: z.string() }) },
  async (inTransaction, { liveSessionId }, { platform, now, signal }) => {
    const row = await inTransaction((db) => findLiveFacts(db, liveSessionId))
    if (row?.state !== 'ended') return
    if (row.replay !== 'none') {
      await record({ platform, inTransaction, now, signal }, row)
      await leaveReplay(inTransaction, { liveSessionId, publicUrl: platform.config.publicUrl, now })
    }
    await inTransaction((db) => dropPictureLater(db, liveSessionId))
  },
)

/**
 * What a session leaves behind, once: a draft of a post or a post, for whoever could come, as its creator chose. Where
 * there was a picture, its recording comes first; one is made after another, as each copies all that was shown.
 */
export const replayReaction: EventReaction = reactToInPhases(
  liveEnded,
  'live',
  async (inTransaction, { liveSessionId }, { platform, now }) => {
    const isRecorded = await inTransaction(async (db) => {
      const row = await findLiveFacts(db, liveSessionId)
      if (!row || row.segments === 0) return false
      await enqueue(db, makeRecording, { liveSessionId }, { queue: 'live.recordings' })
      return true
    })
    if (!isRecorded)
      await leaveReplay(inTransaction, { liveSessionId, publicUrl: platform.config.publicUrl, now })
  },
)
