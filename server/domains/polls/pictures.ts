import { mediaFailures } from '#contract/media/failures.ts'
import { attachToMessage, discardMedium } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { findSeenPoll } from './access.ts'
import { findPollOfMedium } from './queries.ts'

type Pictures = readonly (string | null)[]

function idsOf(pictures: Pictures): string[] {
  return [...new Set(pictures.flatMap((id) => id ?? []))]
}

/**
 * Makes pictures that somebody uploaded part of a poll they write, for good; those in `before` are there already. Throws
 * `medium_not_found` for others', and `medium_not_usable` for what is no picture, or in use.
 */
export async function attachPictures(
  db: Db,
  { authorId, pictures, before, now }: { authorId: string; pictures: Pictures; before: Pictures; now: Date },
): Promise<void> {
  const known = new Set(before)
  for (const id of idsOf(pictures).filter((each) => !known.has(each))) {
    const { kind } = await attachToMessage(db, { id: authorId }, id, now)
    if (kind !== 'image') throw new Failure(mediaFailures.medium_not_usable)
  }
}

/** Forgets those of a poll's pictures that it no longer has. Call once nothing refers to them. */
export async function discardPictures(
  db: Db,
  { pictures, before }: { pictures: Pictures; before: Pictures },
): Promise<void> {
  const kept = new Set(pictures)
  for (const id of idsOf(before).filter((each) => !kept.has(each))) await discardMedium(db, id)
}

/** Whether a user, or a visitor, may see a medium now because it is in a poll that they may see. */
export async function mayReadPollMedium(
  db: Db,
  { mediaId, viewerId, now }: { mediaId: string; viewerId: string | null; now: Date },
): Promise<boolean> {
  const pollId = await findPollOfMedium(db, mediaId)
  return pollId !== null && (await findSeenPoll(db, { pollId, viewerId, now })) !== null
}
