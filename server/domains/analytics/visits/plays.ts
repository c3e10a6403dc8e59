import type { Db } from '#server/platform/db/query.ts'
import type { LaterRows } from '#server/platform/db/write-behind.ts'
import { newId } from '#server/platform/ids.ts'

import { dayOf } from '../days/calendar.ts'
import { addPlays } from './play-queries.ts'

/** A play of a post's video or sound that got somewhere; whose it was is never known. */
export interface Play {
  at: Date
  creatorId: string
  postId: string
  hasCompleted: boolean
}

export const playRows: LaterRows<Play> = {
  name: 'plays',
  // Each is one of its own.
  keyOf: ({ at }) => newId(at),
  write: writePlays,
}

function writePlays(db: Db, plays: readonly Play[]): Promise<void> {
  return addPlays(
    db,
    plays.map(({ at, ...play }) => ({ ...play, day: dayOf(at) })),
  )
}
