import * as contract from '#contract/live/broadcast-routes.ts'
import { liveFailures } from '#contract/live/failures.ts'
import { playerPath } from '#contract/live/broadcast-rules.ts'
import { checkQuota } from '#server/domains/media/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import { type Limit, limited } from '#server/platform/http/limits.ts'

import { openPlayer } from '../playback/players.ts'
import { hasSmallPictures } from '../playback/small-pictures.ts'
import { getEnteredLive, lockOwnLive } from '../service.ts'
import { beginBroadcast, getBroadcast, stopBroadcast } from './broadcasting.ts'

const beginningsPerUser: Limit = { name: 'begin-broadcasts', points: 120, windowSeconds: 3600 }
const playersPerUser: Limit = { name: 'open-players', points: 60, windowSeconds: 60 }

export const broadcastImplementations: Implementation[] = [
  implementForMember(
    contract.startBroadcast,
    async (db, { platform, input: { liveSessionId, ...given }, viewer, now }) => {
      const row = await lockOwnLive(db, viewer, liveSessionId, now)
      await checkQuota(platform, db, { ownerId: viewer.id, isCreator: true, sizeBytes: 1, now })
      return beginBroadcast(db, row, { ...given, kind: 'browser' }, now)
    },
    limited(beginningsPerUser),
  ),

  implementForMember(
    contract.endBroadcast,
    async (db, { input, viewer, now }) => {
      const broadcast = await getBroadcast(db, input.broadcastId)
      if (broadcast.ownerId !== viewer.id) throw new Failure(liveFailures.live_session_not_found)
      await stopBroadcast(db, broadcast, now)
      return {}
    },
    limited(beginningsPerUser),
  ),

  implementForMember(
    contract.openPlayer,
    async (db, { platform, input: { liveSessionId: id }, viewer, now }) => {
      const row = await getEnteredLive(db, { id, viewerId: viewer.id, now })
      const { playerId, ...opened } = await openPlayer(platform, db, { row, userId: viewer.id, now })
      const hasSmallPicture = await hasSmallPictures(platform)
      return { url: playerPath(id, playerId), ...opened, hasSmallPicture }
    },
    limited(playersPerUser),
  ),
]
