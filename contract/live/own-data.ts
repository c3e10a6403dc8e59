import * as z from 'zod/mini'

import { moment } from '../fields.ts'

/** The live sessions a creator planned, for themselves. */
export const ownSessions = z.array(
  z.object({ title: z.string(), text: z.string(), startsAt: moment, state: z.string() }),
)

/** What is kept about a person who takes part in live sessions, for themselves. */
export const ownAtLive = {
  questions: z.array(
    z.object({
      page: z.string(),
      session: z.string(),
      body: z.string(),
      state: z.string(),
      isAnonymous: z.boolean(),
      answer: z.string(),
      askedAt: moment,
    }),
  ),
  /** Questions that they wanted answered. */
  questionVotes: z.array(z.object({ page: z.string(), session: z.string(), question: z.string() })),
  /** Sessions they came to; null: they wanted to be reminded. */
  liveAttendances: z.array(z.object({ page: z.string(), session: z.string(), cameAt: z.nullable(moment) })),
}
