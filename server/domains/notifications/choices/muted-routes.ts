import * as contract from '#contract/notifications/muted-routes.ts'
import { unmute } from '#server/domains/channels/service.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'

import { listMuted } from './muted-queries.ts'

const MUTED_PER_PAGE = 20

export const mutedImplementations: Implementation[] = [
  implementForMember(contract.listMutedChannels, async (db, { input, viewer, now }) => {
    const rows = await listMuted(db, {
      userId: viewer.id,
      beforeId: input.cursor ?? null,
      limit: input.limit ?? MUTED_PER_PAGE,
      now,
    })
    return rows.map(({ id, mutedUntil, ...row }) => ({
      _id: id,
      ...row,
      mutedUntil: mutedUntil.toISOString(),
    }))
  }),

  implementForMember(contract.unmuteChannel, async (db, { input, viewer }) => {
    await unmute(db, { channelId: input.channelId, userId: viewer.id })
    return {}
  }),
]
