import { type QueryClient, useQueryClient } from '@tanstack/react-query'

import { getChannel } from '#contract/channels/calls.ts'
import { ACCESS, GAP, REFUSED } from '#contract/realtime.ts'
import type { Room } from '#contract/rooms/room.ts'
import { listRooms } from '#contract/rooms/calls.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { refresh } from '#web/api/refresh.ts'
import { useTopic } from '#web/api/use-topic.ts'

import type { Community } from './community-address.ts'

const CONCERNED = [listRooms, getChannel] as const

/** Listens to whether rooms open or close to the signed-in person. */
export function AccessEar() {
  useRefreshOn(ACCESS, CONCERNED)
  return null
}

/** Listens to what is written in a room, so that the list of rooms knows what is unread. */
export function RoomEar({ roomId }: { roomId: string }) {
  const client = useQueryClient()
  useTopic(`channel:${roomId}`, ({ name, data }) => {
    if (name === GAP || name === REFUSED || name === 'channel.changed') void refresh(client, [listRooms])
    else if (name === 'message' && hasSeq(data))
      changeRoom(client, roomId, (room) => ({ ...room, lastSeq: Math.max(room.lastSeq, data.seq) }))
  })
  return null
}

function hasSeq(data: unknown): data is { seq: number } {
  return typeof data === 'object' && data !== null && 'seq' in data && typeof data.seq === 'number'
}

/** Changes a room in every list of rooms that this page has. */
export function changeRoom(client: QueryClient, roomId: string, change: (room: Room) => Room): void {
  client.setQueriesData<Community>(
    { predicate: ({ queryKey }) => queryKey[2] === listRooms.path },
    (known) =>
      known && { ...known, rooms: known.rooms.map((room) => (room._id === roomId ? change(room) : room)) },
  )
}
