import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** Somebody wants their account deleted. They may still change their mind, so whoever reacts looks how it stands. */
export const deletionRequested = defineEvent('accounts.deletion-requested', z.object({ userId: z.string() }))

/** They changed their mind. */
export const deletionCancelled = defineEvent('accounts.deletion-cancelled', z.object({ userId: z.string() }))

/**
 * The time to change their mind is over and their row names nobody any more; every domain removes what it keeps of
 * them. `pictureKey`: the profile picture in the store, which the row does not name any more either.
 */
export const accountErased = defineEvent(
  'accounts.erased',
  z.object({ userId: z.string(), pictureKey: z.nullable(z.string()) }),
)

/** Somebody was suspended. It may be lifted again before a reaction runs, so whoever reacts looks how it stands. */
export const accountSuspended = defineEvent('accounts.suspended', z.object({ userId: z.string() }))

/** A suspension was lifted. */
export const accountReinstated = defineEvent('accounts.reinstated', z.object({ userId: z.string() }))

/** One person blocked another. */
export const personBlocked = defineEvent(
  'accounts.person-blocked',
  z.object({ blockerId: z.string(), blockedId: z.string() }),
)
