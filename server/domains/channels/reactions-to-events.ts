import * as z from 'zod/mini'

import { EDITS_KEPT_DAYS } from '#contract/channels/rules.ts'
import { ACCESS } from '#contract/realtime.ts'
import { personBlocked, userTopic } from '#server/domains/accounts/events.ts'
import { mediumChanged } from '#server/domains/media/events.ts'
import { personMuted } from '#server/domains/moderation/events.ts'
import { defineJob, enqueue } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { deleteWordings, findMessageOfMedium } from './message-queries.ts'
import { changeStates, listVisibleOf } from './state-queries.ts'
import { tellOf, tellOfChannel } from './tell.ts'

const BATCH = 200
const EDITS_AT_ONCE = 1000

/** Hides what a muted person wrote, a part at a time. */
export const hidePast = defineJob(
  {
    name: 'channels.hide-past',
    payload: z.object({ creatorId: z.string(), userId: z.string(), channelId: z.nullable(z.string()) }),
  },
  async (db, muted) => {
    const rows = await listVisibleOf(db, { ...muted, limit: BATCH })
    await changeStates(
      db,
      rows.map(({ id }) => id),
      { state: 'hidden', cause: 'mute', reason: '' },
    )
    for (const channelId of new Set(rows.map((row) => row.channelId))) await tellOfChannel(db, channelId)
    if (rows.length === BATCH) await enqueue(db, hidePast, muted)
  },
)

/** Earlier wordings aren't kept for ever. */
export const forgetWordings = defineJob(
  { name: 'channels.forget-wordings', payload: z.object({}), cron: '20 4 * * *' },
  async (db, _, { now }) => {
    const until = new Date(now.getTime() - EDITS_KEPT_DAYS * 86_400_000)
    if ((await deleteWordings(db, until, EDITS_AT_ONCE)) === EDITS_AT_ONCE)
      await enqueue(db, forgetWordings, {})
  },
)

export const channelReactions: EventReaction[] = [
  reactTo(personMuted, 'channels', async (db, { hidePast: isPastHidden, ...muted }) => {
    if (isPastHidden) await enqueue(db, hidePast, muted)
  }),

  // Their open pages stop telling them of each other at once, instead of within a minute.
  reactTo(personBlocked, 'channels', async (db, { blockerId, blockedId }) => {
    for (const userId of [blockerId, blockedId])
      await publish(db, userTopic, userId, { name: ACCESS, data: {} })
  }),

  reactTo(mediumChanged, 'channels', async (db, { mediaId }, { now }) => {
    const row = await findMessageOfMedium(db, mediaId)
    if (row?.state === 'visible') await tellOf(db, 'message.changed', row, now)
  }),
]
