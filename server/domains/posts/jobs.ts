import { mediumChanged, mediumLost } from '#server/domains/media/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { applyMediumChange } from './service.ts'

/** A post follows its medium: it appears once that can be played, and pages that show it are rendered again. */
export const postMediaReactions: EventReaction[] = [
  reactTo(mediumLost, 'posts', (db, { mediaId }, { now }) => applyMediumChange(db, mediaId, now)),
  reactTo(mediumChanged, 'posts', (db, { mediaId }, { now }) => applyMediumChange(db, mediaId, now)),
]
