import type * as z from 'zod/mini'

import type { Commenters } from '#contract/moderation/rules.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { roomFailures } from '#contract/rooms/failures.ts'
import { moderationFailures } from '#contract/moderation/failures.ts'
import type { Room } from '#contract/rooms/room.ts'
import type { listRooms } from '#contract/rooms/routes.ts'
import { ROOMS_MAX } from '#contract/rooms/rules.ts'
import { ACCESS } from '#contract/realtime.ts'
import { isBlockedBetween } from '#server/domains/accounts/service.ts'
import { userTopic } from '#server/domains/accounts/events.ts'
import { keepAudience, type StepOnWire } from '#server/domains/audiences/service.ts'
import { listUnread, openChannel, tellOfChannel } from '#server/domains/channels/service.ts'
import { type CreatorRow, noteRooms } from '#server/domains/creators/service.ts'
import {
  getOffice,
  isPerson,
  keepCommenters,
  mayModerate,
  mayMute,
} from '#server/domains/moderation/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { newId } from '#server/platform/ids.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { readableUntil } from './access.ts'
import { deleteExclusion, findRules, hasAccepted, insertExclusion } from './people-queries.ts'
import {
  findRoom,
  insertRoom,
  type ListedRow,
  listRoomsOf,
  listSettingsOf,
  lockRooms,
  type RoomRow,
  storeArchived,
  storeRoom,
} from './queries.ts'

export { mustAcceptSql } from './access.ts'
export { shareRoom } from './gate-queries.ts'

export interface RoomForm {
  name: string
  emoji: string
  topic: string
  audience: readonly StepOnWire[]
  writeFrom: Commenters
  planIds: readonly string[]
}

/** One of the viewer's own. For everyone else it can't be found: throws `room_not_found`. */
export async function getOwnRoom(db: Db, viewer: Viewer, id: string, now: Date): Promise<RoomRow> {
  const room = await findRoom(db, id, now)
  if (room?.ownerId !== viewer.id) throw new Failure(roomFailures.room_not_found)
  return room
}

/** A room of a page where the viewer keeps order. Throws `room_not_found`. */
export async function getModeratedRoom(db: Db, viewer: Viewer, id: string, now: Date): Promise<RoomRow> {
  const room = await findRoom(db, id, now)
  if (!room || !mayModerate(await getOffice(db, room.creatorId, viewer.id)))
    throw new Failure(roomFailures.room_not_found)
  return room
}

async function keepForm(db: Db, creatorId: string, form: RoomForm, now: Date) {
  const { audience, planIds, ...named } = form
  const audienceId = await keepAudience(db, creatorId, audience, now)
  const writers = { commentsFrom: form.writeFrom, planIds }
  return { ...named, audienceId, writeAudienceId: await keepCommenters(db, creatorId, writers, now) }
}

/** Throws `rooms_full`, `plan_not_found`. */
export async function openRoom(db: Db, creatorId: string, form: RoomForm, now: Date): Promise<string> {
  const { open, last } = await lockRooms(db, creatorId)
  if (open >= ROOMS_MAX) throw new Failure(roomFailures.rooms_full)
  const id = newId(now)
  await openChannel(db, { id, kind: 'room', creatorId, now })
  await insertRoom(db, {
    ...(await keepForm(db, creatorId, form, now)),
    id,
    creatorId,
    position: last + 1,
    now,
  })
  await noteRooms(db, creatorId, true)
  await announcePageChange(db, creatorId)
  return id
}

/** Throws `plan_not_found`. */
export async function changeRoom(db: Db, room: RoomRow, form: RoomForm, now: Date): Promise<void> {
  await lockRooms(db, room.creatorId)
  await storeRoom(db, { ...(await keepForm(db, room.creatorId, form, now)), id: room.id })
  await tellOfChannel(db, room.id)
}

export async function archive(db: Db, room: RoomRow, now: Date): Promise<void> {
  const { open } = await lockRooms(db, room.creatorId)
  if (room.archivedAt !== null) return
  await storeArchived(db, room.id, now)
  await tellOfChannel(db, room.id)
  await noteRooms(db, room.creatorId, open > 1)
  await announcePageChange(db, room.creatorId)
}

/** Throws `rooms_full`. */
export async function restore(db: Db, room: RoomRow): Promise<void> {
  const { open } = await lockRooms(db, room.creatorId)
  if (room.archivedAt === null) return
  if (open >= ROOMS_MAX) throw new Failure(roomFailures.rooms_full)
  await storeArchived(db, room.id, null)
  await tellOfChannel(db, room.id)
  await noteRooms(db, room.creatorId, true)
  await announcePageChange(db, room.creatorId)
}

/** Throws `may_not_exclude`, `moderated_person_not_found`. */
export async function exclude(
  db: Db,
  room: RoomRow,
  { userId, by }: { userId: string; by: string },
  now: Date,
): Promise<void> {
  if (!(await isPerson(db, userId))) throw new Failure(moderationFailures.moderated_person_not_found)
  const judge = await getOffice(db, room.creatorId, by)
  const person = await getOffice(db, room.creatorId, userId)
  if (userId === by || !mayMute(judge, person)) throw new Failure(roomFailures.may_not_exclude)
  await insertExclusion(db, room.id, userId, now)
  await publish(db, userTopic, userId, { name: ACCESS, data: {} })
}

export async function admit(db: Db, room: RoomRow, userId: string): Promise<void> {
  await deleteExclusion(db, room.id, userId)
  await publish(db, userTopic, userId, { name: ACCESS, data: {} })
}

/** The rooms of a page, as a viewer or a visitor finds them. */
export async function presentCommunity(
  db: Db,
  creator: CreatorRow,
  viewerId: string | null,
  now: Date,
): Promise<z.infer<typeof listRooms.output>> {
  const office = viewerId === null ? null : await getOffice(db, creator.id, viewerId)
  const isApart = viewerId !== null && (await isBlockedBetween(db, creator.userId, viewerId))
  const rows = isApart ? [] : await listRoomsOf(db, creator.id, { viewerId, now })
  const inside = rows.flatMap(({ id, mayEnter }) => (mayEnter ? [id] : []))
  const unread = viewerId === null || inside.length === 0 ? [] : await listUnread(db, viewerId, inside)
  const marks = new Map(unread.map((mark) => [mark.channelId, mark]))
  const settings = new Map(
    (office?.isOwner ? await listSettingsOf(db, creator.id) : []).map(({ id, ...set }) => [id, set]),
  )
  const rules = (await findRules(db, creator.id)) ?? ''
  return {
    rooms: rows.map((row) => {
      const mark = marks.get(row.id)
      return {
        ...presentRoom(row, viewerId),
        lastSeq: mark?.lastSeq ?? 0,
        readSeq: mark?.readSeq ?? 0,
        mentionSeq: mark?.mentionSeq ?? 0,
        settings: settings.get(row.id) ?? null,
      }
    }),
    rules,
    hasAcceptedRules: rules === '' || (viewerId !== null && (await hasAccepted(db, viewerId, creator.id))),
    mayModerate: office !== null && mayModerate(office),
  }
}

function presentRoom(
  row: ListedRow,
  viewerId: string | null,
): Omit<Room, 'lastSeq' | 'readSeq' | 'mentionSeq' | 'settings'> {
  const { mayEnter, isExcluded, planId, planName, planPriceCents, planCurrency } = row
  const key = mayEnter || isExcluded ? null : keyOf(row, viewerId)
  return {
    _id: row.id,
    name: row.name,
    emoji: row.emoji,
    topic: mayEnter ? row.topic : '',
    door: mayEnter ? 'open' : isExcluded ? 'excluded' : 'locked',
    key,
    plan:
      key === 'plan' &&
      planId !== null &&
      planName !== null &&
      planPriceCents !== null &&
      planCurrency !== null
        ? { _id: planId, name: planName, price: dollarsFromCents(planPriceCents), currency: planCurrency }
        : null,
    readableUntil: row.archivedAt === null ? null : readableUntil(row.archivedAt).toISOString(),
  }
}

function keyOf({ widest, planId }: ListedRow, viewerId: string | null): Room['key'] {
  if (widest === 'everyone') return viewerId === null ? 'sign_in' : null
  if (widest === 'followers') return 'follow'
  return planId === null ? null : 'plan'
}
