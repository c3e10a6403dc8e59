import * as contract from '#contract/rooms/routes.ts'
import { roomFailures } from '#contract/rooms/failures.ts'
import { roomMessages } from '#contract/rooms/messages.ts'
import { PEOPLE_PER_PAGE } from '#contract/rooms/rules.ts'
import { listAuthors } from '#server/domains/channels/service.ts'
import { getCreatorByHandle, getOwnPage } from '#server/domains/creators/service.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import { Failure } from '#server/platform/failure.ts'
import { implement, type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { findEntrance, listEntering, listVisitors } from './gate-queries.ts'
import { insertAccepted, listExcluded, storeRules } from './people-queries.ts'
import { findRoom, lockRooms, storeOrder } from './queries.ts'
import {
  admit,
  archive,
  changeRoom,
  exclude,
  getModeratedRoom,
  getOwnRoom,
  openRoom,
  presentCommunity,
  restore,
} from './service.ts'

const changesPerUser: Limit = { name: 'change-rooms', points: 300, windowSeconds: 3600 }
const listsPerUser: Limit = { name: 'list-people-of-rooms', points: 60, windowSeconds: 60 }

function limitedBy(limit: Limit) {
  return {
    limits: [
      { limit, by: (call: { viewer: { id: string } | null; ip: string }) => call.viewer?.id ?? call.ip },
    ],
  }
}

const LIMITED = limitedBy(changesPerUser)

export const roomImplementations: Implementation[] = [
  implement(contract.listRooms, async (db, { input, viewer, now }) =>
    presentCommunity(db, await getCreatorByHandle(db, input.pageHandle), viewer?.id ?? null, now),
  ),

  implementForMember(
    contract.createRoom,
    async (db, { input: { pageHandle, ...form }, viewer, now }) => {
      const { id } = await getOwnPage(db, pageHandle, viewer)
      return { msg: roomMessages.created, roomId: await openRoom(db, id, form, now) }
    },
    LIMITED,
  ),

  implementForMember(
    contract.orderRooms,
    async (db, { input, viewer }) => {
      const { id } = await getOwnPage(db, input.pageHandle, viewer)
      await lockRooms(db, id)
      await storeOrder(db, id, input.roomIds)
      return {}
    },
    LIMITED,
  ),

  implementForMember(
    contract.updateRoom,
    async (db, { input: { roomId, ...form }, viewer, now }) => {
      await changeRoom(db, await getOwnRoom(db, viewer, roomId, now), form, now)
      return { msg: roomMessages.saved }
    },
    LIMITED,
  ),

  implementForMember(
    contract.archiveRoom,
    async (db, { input, viewer, now }) => {
      await archive(db, await getOwnRoom(db, viewer, input.roomId, now), now)
      return { msg: roomMessages.archived }
    },
    LIMITED,
  ),

  implementForMember(
    contract.restoreRoom,
    async (db, { input, viewer, now }) => {
      await restore(db, await getOwnRoom(db, viewer, input.roomId, now))
      return { msg: roomMessages.restored }
    },
    LIMITED,
  ),

  implementForMember(
    contract.setCommunityRules,
    async (db, { input, viewer }) => {
      const { id } = await getOwnPage(db, input.pageHandle, viewer)
      await storeRules(db, id, input.rules)
      return { msg: roomMessages.rulesSaved }
    },
    LIMITED,
  ),

  implementForMember(
    contract.acceptCommunityRules,
    async (db, { input, viewer, now }) => {
      const { id } = await getCreatorByHandle(db, input.pageHandle)
      await insertAccepted(db, viewer.id, id, now)
      return {}
    },
    LIMITED,
  ),

  implementForMember(
    contract.listRoomPeople,
    async (db, { input: { roomId, cursor, limit = PEOPLE_PER_PAGE }, viewer, now }) => {
      const room = await findRoom(db, roomId, now)
      const entrance = await findEntrance(db, { roomId, viewerId: viewer.id, now })
      if (!room || !entrance?.mayEnter) throw new Failure(roomFailures.room_not_found)
      const visitors = await listVisitors(db, { roomId, afterId: cursor ?? null, limit })
      const entering = new Set(await listEntering(db, { roomId, userIds: visitors, now }))
      const inside = visitors.filter((id) => entering.has(id))
      return {
        people: await listAuthors(db, inside, { creatorId: room.creatorId, viewerId: viewer.id, now }),
        cursor: visitors.length < limit ? null : (visitors.at(-1) ?? null),
      }
    },
    limitedBy(listsPerUser),
  ),

  implementForMember(contract.listExclusions, async (db, { input, viewer, now }) => {
    const room = await getModeratedRoom(db, viewer, input.roomId, now)
    const rows = await listExcluded(db, {
      roomId: room.id,
      beforeId: input.cursor ?? null,
      limit: input.limit ?? PEOPLE_PER_PAGE,
    })
    return rows.map(({ id, name, profileImage, excludedAt }) => ({
      _id: id,
      name,
      profileImage: publicMediaUrl(profileImage),
      excludedAt: excludedAt.toISOString(),
    }))
  }),

  implementForMember(
    contract.excludeFromRoom,
    async (db, { input, viewer, now }) => {
      const room = await getModeratedRoom(db, viewer, input.roomId, now)
      await exclude(db, room, { userId: input.userId, by: viewer.id }, now)
      return { msg: roomMessages.excluded }
    },
    LIMITED,
  ),

  implementForMember(
    contract.admitToRoom,
    async (db, { input, viewer, now }) => {
      await admit(db, await getModeratedRoom(db, viewer, input.roomId, now), input.userId)
      return { msg: roomMessages.admitted }
    },
    LIMITED,
  ),
]
