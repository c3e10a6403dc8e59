import { pageFailures } from '#contract/failures.ts'
import { liveFailures } from '#contract/live/failures.ts'
import { liveMessages } from '#contract/live/messages.ts'
import * as contract from '#contract/live/routes.ts'
import {
  FEED_LIVE_DAYS,
  FEED_LIVE_MAX,
  LIVE_NOW_MAX,
  isUnderWay,
  LIVE_POLLS_MAX,
  LIVE_SESSIONS_PER_PAGE,
  stateAt,
} from '#contract/live/rules.ts'
import { isBlockedBetween } from '#server/domains/accounts/service.ts'
import { findCreatorOfUser, getCreatorByHandle } from '#server/domains/creators/service.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { implement, type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import { type Limit, limited } from '#server/platform/http/limits.ts'

import { deleteReminder, insertReminder, storeAttendance } from './attendance-queries.ts'
import { listLiveNow, listLiveOfFeed } from './feed-queries.ts'
import { listPollsOf } from './poll-queries.ts'
import { isComing, presentLive } from './present.ts'
import { type Finder, type FoundRow, listLive } from './queries.ts'
import {
  changeLive,
  getEnteredLive,
  getFoundLive,
  lockOwnLive,
  moveLive,
  scheduleLive,
  tellPresent,
} from './service.ts'

const DAY_MS = 86_400_000

/** While so few are there, each who comes is counted at once; more of them each minute (`countAttendance`). */
const COUNTED_AT_ONCE = 20

const changesPerUser: Limit = { name: 'change-live-sessions', points: 120, windowSeconds: 3600 }
const marksPerUser: Limit = { name: 'mark-live-sessions', points: 60, windowSeconds: 60 }

/** Sessions that are over by the clock, the latest first: the job that stores it comes within a minute. */
async function listJustOver(db: Db, reader: Finder, creatorId: string): Promise<FoundRow[]> {
  const stored = await listLive(db, reader, {
    creatorId,
    part: 'coming',
    cursor: null,
    limit: LIVE_SESSIONS_PER_PAGE,
  })
  return stored.filter((row) => !isComing(stateAt(row, reader.now))).toReversed()
}

export const liveImplementations: Implementation[] = [
  implement(contract.listLiveSessions, async (db, { input, viewer, now }) => {
    const { pageHandle, part = 'coming', cursor = null, limit = LIVE_SESSIONS_PER_PAGE } = input
    const viewerId = viewer?.id ?? null
    const creator = await getCreatorByHandle(db, pageHandle)
    if (viewerId !== null && (await isBlockedBetween(db, creator.userId, viewerId)))
      return { sessions: [], cursor: null }
    const reader = { viewerId, now }
    // Asked for before the others: one that is stored in between is then in both, instead of in neither.
    const justOver = part === 'past' && cursor === null ? await listJustOver(db, reader, creator.id) : []
    const rows = await listLive(db, reader, { creatorId: creator.id, part, cursor, limit })
    const stored = part === 'past' ? rows : rows.filter((row) => isComing(stateAt(row, now)))
    const listed = [...justOver.filter(({ id }) => rows.every((row) => row.id !== id)), ...stored]
    const sessions = listed.map((row) => presentLive(row, viewerId, now))
    return { sessions, cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
  }),

  implementForMember(contract.listFeedLive, async (db, { viewer, now }) => {
    const before = new Date(now.getTime() + FEED_LIVE_DAYS * DAY_MS)
    const rows = await listLiveOfFeed(db, { viewerId: viewer.id, now }, { before, limit: FEED_LIVE_MAX })
    const sessions = rows
      .filter((row) => isComing(stateAt(row, now)))
      .map((row) => ({ ...presentLive(row, viewer.id, now), pageName: row.pageName }))
    return { sessions }
  }),

  implementForMember(contract.listLiveNow, async (db, { viewer, now }) => {
    const rows = await listLiveNow(db, { viewerId: viewer.id, now }, { limit: LIVE_NOW_MAX })
    const sessions = rows
      .filter((row) => stateAt(row, now) === 'live')
      .map(({ id, title, handle, pageName, profileImage }) => ({
        _id: id,
        title,
        pageHandle: handle,
        pageName,
        profileImage: publicMediaUrl(profileImage),
      }))
    return { sessions }
  }),

  implement(contract.getLiveSession, async (db, { input, viewer, now }) => {
    const viewerId = viewer?.id ?? null
    const row = await getFoundLive(db, { id: input.liveSessionId, viewerId, now })
    if (viewerId !== null && (await isBlockedBetween(db, row.ownerId, viewerId)))
      throw new Failure(liveFailures.live_session_not_found)
    return presentLive(row, viewerId, now)
  }),

  implementForMember(
    contract.scheduleLiveSession,
    async (db, { input: { clientKey, ...form }, viewer, now }) => {
      const creator = await findCreatorOfUser(db, viewer.id)
      if (!creator) throw new Failure(pageFailures.page_not_found)
      const liveSessionId = await scheduleLive(db, { creatorId: creator.id, clientKey, form }, now)
      return { msg: liveMessages.scheduled, liveSessionId }
    },
    limited(changesPerUser),
  ),

  implementForMember(
    contract.updateLiveSession,
    async (db, { input: { liveSessionId, ...form }, viewer, now }) => {
      await changeLive(db, await lockOwnLive(db, viewer, liveSessionId, now), form, now)
      return { msg: liveMessages.saved }
    },
    limited(changesPerUser),
  ),

  implementForMember(
    contract.moveLiveSession,
    async (db, { input: { liveSessionId, move }, viewer, now }) => {
      await moveLive(db, await lockOwnLive(db, viewer, liveSessionId, now), move, now)
      return { msg: liveMessages.moved[move] }
    },
    limited(changesPerUser),
  ),

  implementForMember(
    contract.remindOfLiveSession,
    async (db, { input, viewer, now }) => {
      const row = await getEnteredLive(db, { id: input.liveSessionId, viewerId: viewer.id, now })
      if (stateAt(row, now) !== 'scheduled') throw new Failure(liveFailures.wrong_state)
      await insertReminder(db, row.id, viewer.id)
      return {}
    },
    limited(marksPerUser),
  ),

  implementForMember(
    contract.forgetReminder,
    async (db, { input, viewer, now }) => {
      const row = await getFoundLive(db, { id: input.liveSessionId, viewerId: viewer.id, now })
      await deleteReminder(db, row.id, viewer.id)
      return {}
    },
    limited(marksPerUser),
  ),

  implementForMember(
    contract.attendLiveSession,
    async (db, { input, viewer, now }) => {
      const row = await getEnteredLive(db, { id: input.liveSessionId, viewerId: viewer.id, now })
      // Its creator is expected to be there.
      if (isUnderWay(stateAt(row, now)) && row.ownerId !== viewer.id) {
        await storeAttendance(db, { id: row.id, userId: viewer.id, now })
        if (row.present < COUNTED_AT_ONCE) await tellPresent(db, row.id, now)
      }
      return {}
    },
    limited(marksPerUser),
  ),

  implementForMember(contract.listLivePolls, async (db, { input, viewer, now }) => {
    const row = await getEnteredLive(db, { id: input.liveSessionId, viewerId: viewer.id, now })
    return { pollIds: await listPollsOf(db, row.id, LIVE_POLLS_MAX) }
  }),
]
