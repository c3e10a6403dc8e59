import { stateAt } from '#contract/live/rules.ts'
import type { ChannelGate, Standing } from '#server/domains/channels/service.ts'

import { whyNotWrite } from './access.ts'
import { findEntrance, listComing } from './queries.ts'

const NOTHING: Standing = { mayRead: false, whyNot: null, fromSeq: 0 }

/** The chat of a live session is the channel with the session's id. It is read as long as the session can be. */
export const liveGate: ChannelGate = {
  kind: 'live',

  async findStanding(db, { channelId, viewerId, now }) {
    const row = await findEntrance(db, { id: channelId, viewerId, now })
    return row?.mayCome ? { mayRead: true, whyNot: whyNotWrite(stateAt(row, now), row), fromSeq: 0 } : NOTHING
  },

  listReaders: (db, { channelId, userIds, now }) => listComing(db, { id: channelId, userIds, now }),

  takesQuotes: true,
}
