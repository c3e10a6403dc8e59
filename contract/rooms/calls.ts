import type { CallOf } from '../http/route.ts'
import type * as routes from './routes.ts'

export const listRooms: CallOf<typeof routes.listRooms> = {
  method: 'GET',
  path: '/creators/:pageHandle/rooms',
}
export const createRoom: CallOf<typeof routes.createRoom> = {
  method: 'POST',
  path: '/creators/:pageHandle/rooms',
}
export const updateRoom: CallOf<typeof routes.updateRoom> = { method: 'PUT', path: '/rooms/:roomId' }
export const archiveRoom: CallOf<typeof routes.archiveRoom> = { method: 'DELETE', path: '/rooms/:roomId' }
export const restoreRoom: CallOf<typeof routes.restoreRoom> = {
  method: 'POST',
  path: '/rooms/:roomId/restore',
}
export const orderRooms: CallOf<typeof routes.orderRooms> = {
  method: 'PUT',
  path: '/creators/:pageHandle/rooms/order',
}
export const setCommunityRules: CallOf<typeof routes.setCommunityRules> = {
  method: 'PUT',
  path: '/creators/:pageHandle/community-rules',
}
export const acceptCommunityRules: CallOf<typeof routes.acceptCommunityRules> = {
  method: 'PUT',
  path: '/creators/:pageHandle/community-rules/accepted',
}
export const listRoomPeople: CallOf<typeof routes.listRoomPeople> = {
  method: 'GET',
  path: '/rooms/:roomId/people',
}
export const listExclusions: CallOf<typeof routes.listExclusions> = {
  method: 'GET',
  path: '/rooms/:roomId/exclusions',
}
export const excludeFromRoom: CallOf<typeof routes.excludeFromRoom> = {
  method: 'PUT',
  path: '/rooms/:roomId/exclusions/:userId',
}
export const admitToRoom: CallOf<typeof routes.admitToRoom> = {
  method: 'DELETE',
  path: '/rooms/:roomId/exclusions/:userId',
}
