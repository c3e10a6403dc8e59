import * as z from 'zod/mini'

import { CHANNEL_KINDS } from '../channels/rules.ts'
import { pageFailures } from '../failures.ts'
import { id, listInput, moment, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { pageHandle } from '../page-address.ts'
import { enforcementFailures as failures } from './failures.ts'
import { enforcementMessages as messages } from './messages.ts'
import { FACTS_MAX_LENGTH, PAGE_MEASURES, REPORT_REASONS } from './rules.ts'

/** A message that was kept with a case, as it read when it was reported. */
export const keptLine = z.object({
  author: z.string(),
  /** Empty: its author is gone. */
  body: z.string(),
  writtenAt: moment,
  isReported: z.boolean(),
})
export type KeptLine = z.infer<typeof keptLine>

/** What was said in the reports of one case, without who said it. */
export const reportLine = z.object({
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  reportedAt: moment,
})

export const listPageReports = route({
  method: 'GET',
  path: '/creators/:pageHandle/reports',
  caller: 'member',
  summary:
    'Reported messages that wait for a decision on a page, the most urgent first, for its owner and moderators.',
  input: z.object({ pageHandle, ...listInput }),
  output: z.array(
    z.object({
      _id: id(),
      number: z.number(),
      /** Where it stands. */
      channelKind: z.enum(CHANNEL_KINDS),
      channelId: id(),
      seq: z.number(),
      /** Nobody else sees it now. */
      isHeld: z.boolean(),
      /** Who wrote it; null: a former member. */
      author: z.nullable(z.object({ _id: id(), name: z.string(), profileImage: z.nullable(z.string()) })),
      /** The caller may decide: it isn't theirs, nor by somebody above them. */
      mayDecide: z.boolean(),
      reports: z.array(reportLine),
      /** All of them; `reports` has the first few. */
      reportCount: z.number(),
      lines: z.array(keptLine),
      openedAt: moment,
      dueAt: moment,
    }),
  ),
  failures: [pageFailures.page_not_found],
})

export const decidePageCase = route({
  method: 'POST',
  path: '/cases/:caseId/decide',
  caller: 'member',
  summary:
    'Decides about a reported message, for the owner and the moderators of its page. Its author reads the reason, and may appeal to the operator.',
  input: z
    .object({
      caseId: id(),
      measure: z.enum(PAGE_MEASURES),
      /** The author reads it; not needed for `none`. */
      reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
    })
    .check(
      z.refine(({ measure, reason = '' }) => measure === 'none' || reason !== '', {
        error: messages.reasonMissing,
        path: ['reason'],
      }),
    ),
  output: z.object({ caseId: id() }),
  failures: [failures.case_not_found, failures.case_closed, failures.own_case],
})

/** What the staff write into a decision. */
export const facts = requiredText(messages.factsMissing, FACTS_MAX_LENGTH)

export const pageCaseRoutes = [listPageReports, decidePageCase] as const
