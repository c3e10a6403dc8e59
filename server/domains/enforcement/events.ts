import * as z from 'zod/mini'

import { defineEvent } from '#server/platform/jobs/events.ts'

/** A report waits for whoever keeps order on a page; `isReminder`: half the time is over. */
export const caseWaits = defineEvent(
  'enforcement.case-waits',
  z.object({ caseId: z.string(), creatorId: z.string(), isReminder: z.boolean() }),
)

/** Somebody decided a case; whoever reported the item should hear of it. */
export const caseDecided = defineEvent(
  'enforcement.case-decided',
  z.object({ caseId: z.string(), decisionId: z.string() }),
)

/** An appeal was answered, or its measure ended because nobody answered; the person concerned should hear of it. */
export const appealEnded = defineEvent(
  'enforcement.appeal-ended',
  z.object({ caseId: z.string(), decisionId: z.string() }),
)
