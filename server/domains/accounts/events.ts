import * as z from 'zod/mini'

import type { UserEvent } from '#contract/accounts/user-events.ts'
import { defineEvent } from '#server/platform/jobs/events.ts'
import { defineTopic } from '#server/platform/realtime/topic.ts'

/** A user wants their account deleted. They may still reconsider, so reactions check the current state. */
export const deletionRequested = defineEvent('accounts.deletion-requested', z.object({ userId: z.string() }))

/** They reconsidered. */
export const deletionCancelled = defineEvent('accounts.deletion-cancelled', z.object({ userId: z.string() }))

/**
 * The time to reconsider is over and their row names nobody any more; every domain removes its data about them.
 * `pictureKey`: the profile picture in the store, which the row no longer names either.
 */
export const accountErased = defineEvent(
  'accounts.erased',
  z.object({ userId: z.string(), pictureKey: z.nullable(z.string()) }),
)

/** A user was suspended. It may be lifted again before a reaction runs, so reactions check the current state. */
export const accountSuspended = defineEvent('accounts.suspended', z.object({ userId: z.string() }))

/** A suspension was lifted. */
export const accountReinstated = defineEvent('accounts.reinstated', z.object({ userId: z.string() }))

/** Its owner said that somebody else was in their account, or may have been. */
export const accountAlarmed = defineEvent('accounts.alarmed', z.object({ userId: z.string() }))

/** One person blocked another. */
export const personBlocked = defineEvent(
  'accounts.person-blocked',
  z.object({ blockerId: z.string(), blockedId: z.string() }),
)

/** What one person's own browsers are told at once. */
export const userTopic = defineTopic<UserEvent>('user', async (_, viewer, id) => viewer.id === id)
