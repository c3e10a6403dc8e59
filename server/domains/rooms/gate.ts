import type { ChannelGate, Standing } from '#server/domains/channels/service.ts'

import { whyNotWrite } from './access.ts'
import { findEntrance, listEntering, listNamedIn } from './gate-queries.ts'

const NOTHING: Standing = { mayRead: false, whyNot: null, fromSeq: 0 }

/** A room's messages are the channel with the room's id. */
export const roomGate: ChannelGate = {
  kind: 'room',

  async findStanding(db, { channelId, viewerId, now }) {
    const row = await findEntrance(db, { roomId: channelId, viewerId, now })
    return row?.mayEnter ? { mayRead: true, whyNot: whyNotWrite(row), fromSeq: 0 } : NOTHING
  },

  listReaders: (db, { channelId, userIds, now }) => listEntering(db, { roomId: channelId, userIds, now }),

  findNamed: (db, { channelId, ...asked }) => listNamedIn(db, { roomId: channelId, ...asked }),
}
