import { registerChannelGate } from '#server/domains/channels/service.ts'
import type { Domain } from '#server/platform/domain.ts'

import { roomErasure } from './account-erasure.ts'
import { roomGate } from './gate.ts'
import { pageRoomData, roomData } from './own-data.ts'
import { roomImplementations } from './routes.ts'

/** The rooms of a page's community, who may enter and write, and what they accept first. */
export const rooms: Domain = {
  implementations: roomImplementations,
  erasure: roomErasure,
  ownData: [pageRoomData, roomData],
  mount() {
    registerChannelGate(roomGate)
  },
}
