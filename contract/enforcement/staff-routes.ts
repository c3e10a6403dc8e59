import * as z from 'zod/mini'

import { id, listInput, moment, requiredText } from '../fields.ts'
import { route } from '../http/route.ts'
import { FIX_DAYS_MAX, LIMIT_DAYS_MAX } from './deadlines.ts'
import { enforcementFailures as failures } from './failures.ts'
import { enforcementMessages as messages } from './messages.ts'
import { facts, keptLine, reportLine } from './page-routes.ts'
import {
  APPEAL_MAX_LENGTH,
  CASE_LEVELS,
  CASE_STATES,
  GROUNDS,
  LIFTED_BECAUSE,
  MEASURES,
  REPORT_REASONS,
  TARGET_KINDS,
  URGENCIES,
} from './rules.ts'

const caseLine = {
  _id: id(),
  number: z.number(),
  kind: z.enum(TARGET_KINDS),
  level: z.enum(CASE_LEVELS),
  reason: z.enum(REPORT_REASONS),
  urgency: z.enum(URGENCIES),
  state: z.enum(CASE_STATES),
  /** Of the page where it stands; null: none. */
  pageHandle: z.nullable(z.string()),
  /** Whom a decision concerns. */
  concerned: z.object({ _id: id(), name: z.string(), strikes: z.number() }),
  reportCount: z.number(),
  isHeld: z.boolean(),
  openedAt: moment,
  dueAt: moment,
}

const decision = z.object({
  measure: z.enum(MEASURES),
  rule: z.enum(REPORT_REASONS),
  ground: z.enum(GROUNDS),
  facts: z.string(),
  decidedAt: moment,
  decidedBy: z.string(),
  /** When it ends by itself; null: it doesn't. */
  untilAt: z.nullable(moment),
  extendedAt: z.nullable(moment),
  fixUntil: z.nullable(moment),
  fixedAt: z.nullable(moment),
  liftedAt: z.nullable(moment),
  liftedBecause: z.nullable(z.enum(LIFTED_BECAUSE)),
})

const appeal = z.object({
  _id: id(),
  text: z.string(),
  appealedAt: moment,
  dueAt: moment,
  outcome: z.nullable(z.enum(['upheld', 'overturned'])),
  answer: z.string(),
})

/** What waits for somebody: open cases, appeals without an answer, hidden items that were fixed. */
const QUEUES = ['open', 'appealed', 'fixed', 'decided'] as const

export const listCases = route({
  method: 'GET',
  path: '/staff/cases',
  caller: 'staff:cases',
  summary: 'Cases of one queue: open ones by their deadline, the others with the latest first. Up to 100.',
  input: z.object({ queue: z.optional(z.enum(QUEUES)), limit: listInput.limit }),
  output: z.array(z.object(caseLine)),
  failures: [],
})

export const getCase = route({
  method: 'GET',
  path: '/staff/cases/:caseId',
  caller: 'staff:cases',
  summary:
    'One case, with what was reported and five messages on each side of it. Nothing else of a conversation can be read.',
  input: z.object({ caseId: id() }),
  output: z.object({
    ...caseLine,
    /** Where it stands; null: nowhere that has an address. */
    path: z.nullable(z.string()),
    lines: z.array(keptLine),
    reports: z.array(reportLine),
    /** The latest first. */
    decisions: z.array(decision),
    appeal: z.nullable(appeal),
  }),
  failures: [failures.case_not_found],
})

export const decideCase = route({
  method: 'POST',
  path: '/staff/cases/:caseId/decide',
  caller: 'staff:cases',
  stepUp: 'always',
  summary:
    'Decides a case. The person concerned is mailed what was decided, on which rule and facts, and how to appeal; whoever reported it hears what became of it.',
  input: z.object({
    caseId: id(),
    measure: z.enum(MEASURES),
    rule: z.enum(REPORT_REASONS),
    ground: z.enum(GROUNDS),
    facts,
    /** Of `hide`: in how many days it may be fixed; null: not at all. */
    fixDays: z.optional(
      z.nullable(z.int().check(z.positive(), z.maximum(FIX_DAYS_MAX, messages.fixDaysWrong))),
    ),
    /** Of what is decided about a page for a time: for how many days. Payouts are always held for 14. */
    days: z.optional(
      z.nullable(z.int().check(z.positive(), z.maximum(LIMIT_DAYS_MAX, messages.limitDaysWrong))),
    ),
  }),
  output: z.object({ caseId: id() }),
  failures: [
    failures.case_not_found,
    failures.case_closed,
    failures.own_case,
    failures.measure_wrong,
    failures.fix_days_wrong,
    failures.limit_days_wrong,
    failures.staff_concerned,
  ],
})

export const answerAppeal = route({
  method: 'POST',
  path: '/staff/cases/:caseId/appeal',
  caller: 'staff:appeals',
  stepUp: 'always',
  summary:
    'Answers the appeal of a case, by somebody other than who decided it. Overturned, its measure ends at once.',
  input: z.object({ caseId: id(), outcome: z.enum(['upheld', 'overturned']), answer: facts }),
  output: z.object({ caseId: id() }),
  failures: [failures.appeal_not_found, failures.appeal_answered, failures.same_decider, failures.own_case],
})

export const extendHold = route({
  method: 'POST',
  path: '/staff/cases/:caseId/extend-hold',
  caller: 'staff:payouts.hold',
  stepUp: 'always',
  summary:
    'Holds the payouts of a page for 14 days more, once, by somebody other than who decided it. Its creator is mailed why.',
  input: z.object({ caseId: id(), facts }),
  output: z.object({ caseId: id(), untilAt: moment }),
  failures: [failures.case_not_found, failures.nothing_to_extend, failures.same_decider, failures.own_case],
})

export const recordAppeal = route({
  method: 'POST',
  path: '/staff/cases/:caseId/appealed',
  caller: 'staff:appeals',
  stepUp: 'always',
  summary: 'Takes in an appeal that came by mail, as from suspended people, who can’t log in.',
  input: z.object({
    caseId: id(),
    text: requiredText(messages.appealMissing, APPEAL_MAX_LENGTH, messages.appealTooLong),
  }),
  output: z.object({ caseId: id() }),
  failures: [failures.case_not_found, failures.appeal_late, failures.appealed, failures.nothing_to_appeal],
})

export const confirmFix = route({
  method: 'POST',
  path: '/staff/cases/:caseId/fixed',
  caller: 'staff:cases',
  stepUp: 'always',
  summary: 'Shows something again that was hidden until it was fixed.',
  input: z.object({ caseId: id() }),
  output: z.object({ caseId: id() }),
  failures: [failures.case_not_found, failures.nothing_to_fix, failures.own_case],
})

export const staffCaseRoutes = [
  listCases,
  getCase,
  decideCase,
  answerAppeal,
  extendHold,
  recordAppeal,
  confirmFix,
] as const
