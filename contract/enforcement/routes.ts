import * as z from 'zod/mini'

import { id, listInput, moment, optionalText, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { enforcementFailures as failures } from './failures.ts'
import { enforcementMessages as messages } from './messages.ts'
import {
  APPEAL_MAX_LENGTH,
  CASE_LEVELS,
  GROUNDS,
  LIFTED_BECAUSE,
  MEASURES,
  REPORT_REASONS,
  REPORT_TEXT_MAX_LENGTH,
  TARGET_KINDS,
} from './rules.ts'

/** What is reported, by its id: a message, a post, a page, or a person. */
const target = z.object({ kind: z.enum(TARGET_KINDS), id: id() })

export const reportItem = route({
  method: 'POST',
  path: '/reports',
  caller: 'member',
  summary:
    'Reports something that the caller can see, 20 times a day at most. Repeated, it answers what became of the first report.',
  input: z.object({
    target,
    reason: z.enum(REPORT_REASONS),
    text: optionalText(REPORT_TEXT_MAX_LENGTH, messages.textTooLong),
  }),
  output: z.object({
    caseId: id(),
    /** Who decides. */
    level: z.enum(CASE_LEVELS),
    dueAt: moment,
    /** Nobody sees it until somebody has decided. */
    isHeld: z.boolean(),
    /** It was decided already. */
    isDecided: z.boolean(),
  }),
  failures: [failures.target_not_found, failures.own_item],
})

export const listOwnReports = route({
  method: 'GET',
  path: '/reports',
  caller: 'member',
  summary: 'What the caller reported, the latest first, and what became of it.',
  input: z.object(listInput),
  output: z.array(
    z.object({
      _id: id(),
      kind: z.enum(TARGET_KINDS),
      reason: z.enum(REPORT_REASONS),
      reportedAt: moment,
      level: z.enum(CASE_LEVELS),
      dueAt: moment,
      /** null: nobody has decided yet. */
      outcome: z.nullable(z.enum(['acted', 'declined'])),
    }),
  ),
  failures: [],
})

/** What was decided about somebody, as they read it: the statement of reasons. */
export const ownCase = z.object({
  _id: id(),
  number: z.number(),
  kind: z.enum(TARGET_KINDS),
  /** What it is about, in their own words; empty: it is gone. */
  item: z.string(),
  /** Where it stands; null: nowhere they can go. */
  path: z.nullable(z.string()),
  level: z.enum(CASE_LEVELS),
  /** The page whose creator or moderators decided; null: the operator did. */
  pageName: z.nullable(z.string()),
  measure: z.enum(MEASURES),
  rule: z.enum(REPORT_REASONS),
  rulesVersion: z.string(),
  ground: z.enum(GROUNDS),
  facts: z.string(),
  /** Somebody reported it; otherwise whoever keeps order saw it themselves. */
  wasReported: z.boolean(),
  decidedAt: moment,
  /** When it ends by itself; null: it doesn't. */
  untilAt: z.nullable(moment),
  /** Payouts are held longer than was decided at first. */
  isExtended: z.boolean(),
  /** By when they may fix it; null: not at all. */
  fixUntil: z.nullable(moment),
  fixedAt: z.nullable(moment),
  appealUntil: moment,
  liftedAt: z.nullable(moment),
  liftedBecause: z.nullable(z.enum(LIFTED_BECAUSE)),
  /** Until when the decision counts against the account; null: it doesn't. */
  strikeUntil: z.nullable(moment),
  appeal: z.nullable(
    z.object({
      text: z.string(),
      appealedAt: moment,
      dueAt: moment,
      /** null: it waits for its answer. */
      outcome: z.nullable(z.enum(['upheld', 'overturned'])),
      answer: z.string(),
      answeredAt: z.nullable(moment),
    }),
  ),
})
export type OwnCase = z.infer<typeof ownCase>

export const listOwnCases = route({
  method: 'GET',
  path: '/cases',
  caller: 'member',
  summary: 'What was decided about the caller and what they published, the latest first.',
  input: z.object({
    ...listInput,
    /** Only those about this item. */
    about: z.optional(id()),
  }),
  output: z.array(ownCase),
  failures: [],
})

export const getOwnCase = route({
  method: 'GET',
  path: '/cases/:caseId',
  caller: 'member',
  summary: 'One decision about the caller, with its reasons.',
  input: z.object({ caseId: id() }),
  output: ownCase,
  failures: [failures.case_not_found],
})

export const appealDecision = route({
  method: 'POST',
  path: '/cases/:caseId/appeal',
  caller: 'member',
  summary:
    'Asks for a decision about the caller to be looked at again, by somebody else; once, for 180 days.',
  input: z.object({
    caseId: id(),
    text: requiredText(messages.appealMissing, APPEAL_MAX_LENGTH, messages.appealTooLong),
  }),
  output: ownCase,
  failures: [failures.case_not_found, failures.appeal_late, failures.appealed, failures.nothing_to_appeal],
})

export const sayFixed = route({
  method: 'POST',
  path: '/cases/:caseId/fix',
  caller: 'member',
  summary: 'Says that something hidden has been fixed. The staff look at it again.',
  input: z.object({ caseId: id() }),
  output: ownCase,
  failures: [failures.case_not_found, failures.nothing_to_fix],
})

export const enforcementRoutes = [
  reportItem,
  listOwnReports,
  listOwnCases,
  getOwnCase,
  appealDecision,
  sayFixed,
] as const
