import * as z from 'zod/mini'

import { author } from '../channels/message.ts'
import { pageFailures } from '../failures.ts'
import { id, listInput, moment, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { moderationFailures } from '../moderation/failures.ts'
import { pageHandle } from '../page-address.ts'
import { planFailures } from '../plans/failures.ts'
import { roomFailures as failures } from './failures.ts'
import { roomMessages as messages } from './messages.ts'
import { plansNamed, room, roomForm } from './room.ts'
import { COMMUNITY_RULES_MAX_LENGTH, ROOMS_MAX } from './rules.ts'

const roomId = id()

export const listRooms = route({
  method: 'GET',
  path: '/creators/:pageHandle/rooms',
  caller: 'anyone',
  summary:
    'The rooms of a page in its order, with what is unread for the caller. Of those they may not enter, only the name and what opens them.',
  input: z.object({ pageHandle }),
  output: z.object({
    rooms: z.array(room),
    /** What whoever writes in them accepts first; empty: nothing. */
    rules: z.string(),
    hasAcceptedRules: z.boolean(),
    /** The caller is the creator or a moderator. */
    mayModerate: z.boolean(),
  }),
  failures: [pageFailures.page_not_found],
})

export const createRoom = route({
  method: 'POST',
  path: '/creators/:pageHandle/rooms',
  caller: 'owner',
  summary: 'Opens a room, below the others; a page has up to 20.',
  input: z.object({ pageHandle, ...roomForm }).check(plansNamed),
  output: z.object({ msg: z.string(), roomId: id() }),
  failures: [pageFailures.page_not_found, failures.rooms_full, planFailures.plan_not_found],
})

export const updateRoom = route({
  method: 'PUT',
  path: '/rooms/:roomId',
  caller: 'owner',
  summary: 'Changes a room. Whoever may no longer enter is out at once.',
  input: z.object({ roomId, ...roomForm }).check(plansNamed),
  output: saying,
  failures: [failures.room_not_found, planFailures.plan_not_found],
})

export const archiveRoom = route({
  method: 'DELETE',
  path: '/rooms/:roomId',
  caller: 'owner',
  summary: 'Closes a room for new messages. It can be read for 30 days, and is gone after that.',
  input: z.object({ roomId }),
  output: saying,
  failures: [failures.room_not_found],
})

export const restoreRoom = route({
  method: 'POST',
  path: '/rooms/:roomId/restore',
  caller: 'owner',
  summary: 'Opens an archived room again.',
  input: z.object({ roomId }),
  output: saying,
  failures: [failures.room_not_found, failures.rooms_full],
})

export const orderRooms = route({
  method: 'PUT',
  path: '/creators/:pageHandle/rooms/order',
  caller: 'owner',
  summary: 'Puts the rooms of a page in order; any that are not named come last.',
  input: z.object({ pageHandle, roomIds: z.array(id()).check(z.maxLength(5 * ROOMS_MAX)) }),
  output: z.object({}),
  failures: [pageFailures.page_not_found],
})

export const setCommunityRules = route({
  method: 'PUT',
  path: '/creators/:pageHandle/community-rules',
  caller: 'owner',
  summary: 'What people accept before they write in a room; empty: nothing. Each is asked once.',
  input: z.object({
    pageHandle,
    rules: z.string().check(z.trim(), z.maxLength(COMMUNITY_RULES_MAX_LENGTH, messages.rulesTooLong)),
  }),
  output: saying,
  failures: [pageFailures.page_not_found],
})

export const acceptCommunityRules = route({
  method: 'PUT',
  path: '/creators/:pageHandle/community-rules/accepted',
  caller: 'member',
  summary: 'Accepts the rules of a community; again, it changes nothing.',
  input: z.object({ pageHandle }),
  output: z.object({}),
  failures: [pageFailures.page_not_found],
})

export const listRoomPeople = route({
  method: 'GET',
  path: '/rooms/:roomId/people',
  caller: 'member',
  summary: 'Who has been in a room and may still enter, for those who may, too.',
  input: z.object({ roomId, ...listInput }),
  output: z.object({
    people: z.array(author),
    /** Where the list goes on; null: this was all. A page of it may be empty. */
    cursor: z.nullable(id()),
  }),
  failures: [failures.room_not_found],
})

export const listExclusions = route({
  method: 'GET',
  path: '/rooms/:roomId/exclusions',
  caller: 'member',
  summary: 'Who was excluded from a room, the latest first, for its owner and moderators.',
  input: z.object({ roomId, ...listInput }),
  output: z.array(
    z.object({ _id: id(), name: z.string(), profileImage: z.nullable(z.string()), excludedAt: moment }),
  ),
  failures: [failures.room_not_found],
})

export const excludeFromRoom = route({
  method: 'PUT',
  path: '/rooms/:roomId/exclusions/:userId',
  caller: 'member',
  summary: 'Keeps a person out of one room, for its owner and moderators. Their membership stays.',
  input: z.object({ roomId, userId: id() }),
  output: saying,
  failures: [
    failures.room_not_found,
    failures.may_not_exclude,
    moderationFailures.moderated_person_not_found,
  ],
})

export const admitToRoom = route({
  method: 'DELETE',
  path: '/rooms/:roomId/exclusions/:userId',
  caller: 'member',
  summary: 'Lets a person who was excluded enter again.',
  input: z.object({ roomId, userId: id() }),
  output: saying,
  failures: [failures.room_not_found],
})

export const roomRoutes = [
  listRooms,
  createRoom,
  orderRooms,
  updateRoom,
  archiveRoom,
  restoreRoom,
  setCommunityRules,
  acceptCommunityRules,
  listRoomPeople,
  listExclusions,
  excludeFromRoom,
  admitToRoom,
] as const
