import { mediumChanged } from '#server/domains/media/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { applyMediumChange } from './service.ts'

export const postMediaReactions: EventReaction[] = [
  reactTo(mediumChanged, 'posts', (db, { mediaId }, { now }) => applyMediumChange(db, mediaId, now)),
]
