import * as z from 'zod/mini'

import { accountFailures } from '../accounts/failures.ts'
import { pageFailures } from '../failures.ts'
import { CASE_STATES, MEASURES, REPORT_REASONS, TARGET_KINDS } from '../enforcement/rules.ts'
import { id, listInput, moment, requiredText, searchText } from '../fields.ts'
import { STAFF_ROLES } from '../http/permissions.ts'
import { route } from '../http/route.ts'
import { consoleMessages as messages } from './messages.ts'
import { PAGE_STATES, PERSON_STATES, QUERY_MAX_LENGTH, REASON_MAX_LENGTH } from './rules.ts'

const personLine = {
  _id: id(),
  name: z.string(),
  username: z.string(),
  /** Masked: "r•••@example.org". Whole only by `unmaskAddress`. */
  email: z.string(),
  state: z.enum(PERSON_STATES),
  page: z.nullable(z.object({ _id: id(), name: z.string(), handle: z.string() })),
  joinedAt: moment,
}

export const listPeople = route({
  method: 'GET',
  path: '/staff/people',
  caller: 'staff:people',
  summary:
    'Accounts, the newest first: by a whole e-mail address, or by the beginning of a name or a username. Addresses are masked.',
  input: z.object({
    q: z.optional(searchText(QUERY_MAX_LENGTH)),
    status: z.optional(z.enum(PERSON_STATES)),
    ...listInput,
  }),
  output: z.array(z.object(personLine)),
  failures: [],
})

export const getPerson = route({
  method: 'GET',
  path: '/staff/people/:userId',
  caller: 'staff:people',
  summary:
    'One account: its state, memberships, cases and suspensions. Its payments: listStaffPayments. Up to 50 of each, the newest first.',
  input: z.object({ userId: id() }),
  output: z.object({
    ...personLine,
    country: z.nullable(z.string()),
    sessionCount: z.number(),
    hasFactor: z.boolean(),
    /** Somebody on the staff said that every second factor is lost; `removedAt`: null until a second one does. */
    recovery: z.nullable(z.object({ askedAt: moment, by: z.string(), removedAt: z.nullable(moment) })),
    roles: z.array(z.enum(STAFF_ROLES)),
    deletionDueAt: z.nullable(moment),
    subscriptions: z.array(
      z.object({
        _id: id(),
        page: z.object({ _id: id(), name: z.string(), handle: z.string() }),
        planName: z.string(),
        status: z.string(),
        price: z.number(),
        currency: z.string(),
        interval: z.enum(['monthly', 'yearly']),
        since: moment,
        accessUntil: z.nullable(moment),
        cancelAtPeriodEnd: z.boolean(),
      }),
    ),
    cases: z.array(
      z.object({
        _id: id(),
        number: z.number(),
        kind: z.enum(TARGET_KINDS),
        reason: z.enum(REPORT_REASONS),
        state: z.enum(CASE_STATES),
        measure: z.nullable(z.enum(MEASURES)),
        openedAt: moment,
      }),
    ),
    suspensions: z.array(
      z.object({
        _id: id(),
        suspendedAt: moment,
        reason: z.string(),
        by: z.string(),
        reinstatedAt: z.nullable(moment),
        reinstatementReason: z.nullable(z.string()),
        reinstatedBy: z.nullable(z.string()),
      }),
    ),
  }),
  failures: [accountFailures.person_not_found],
})

export const unmaskAddress = route({
  method: 'POST',
  path: '/staff/people/:userId/contact',
  caller: 'staff:contact',
  stepUp: 'always',
  summary: 'The whole e-mail address of an account, for a reason that stays in the audit log.',
  input: z.object({ userId: id(), reason: requiredText(messages.reasonMissing, REASON_MAX_LENGTH) }),
  output: z.object({ email: z.string() }),
  failures: [accountFailures.person_not_found],
})

const creatorLine = {
  _id: id(),
  name: z.string(),
  handle: z.string(),
  owner: z.object({ _id: id(), name: z.string() }),
  state: z.enum(PAGE_STATES),
  openedAt: moment,
}

export const listStaffCreators = route({
  method: 'GET',
  path: '/staff/creators',
  caller: 'staff:people',
  summary: 'Pages, the newest first: by the beginning of their name or their handle.',
  input: z.object({
    q: z.optional(searchText(QUERY_MAX_LENGTH)),
    status: z.optional(z.enum(PAGE_STATES)),
    ...listInput,
  }),
  output: z.array(z.object(creatorLine)),
  failures: [],
})

export const getStaffCreator = route({
  method: 'GET',
  path: '/staff/creators/:creatorId',
  caller: 'staff:people',
  summary: 'One page: its owner, its fee, its plans with how many pay for each, and the cases about it.',
  input: z.object({ creatorId: id() }),
  output: z.object({
    ...creatorLine,
    isAdult: z.boolean(),
    platformPlan: z.string(),
    /** The platform's share of each charge. */
    feePercent: z.number(),
    plans: z.array(
      z.object({
        _id: id(),
        name: z.string(),
        price: z.number(),
        currency: z.string(),
        isArchived: z.boolean(),
        memberCount: z.number(),
      }),
    ),
    cases: z.array(
      z.object({
        _id: id(),
        number: z.number(),
        kind: z.enum(TARGET_KINDS),
        reason: z.enum(REPORT_REASONS),
        state: z.enum(CASE_STATES),
        measure: z.nullable(z.enum(MEASURES)),
        openedAt: moment,
      }),
    ),
  }),
  failures: [pageFailures.page_not_found],
})

export const peopleRoutes = [
  listPeople,
  getPerson,
  unmaskAddress,
  listStaffCreators,
  getStaffCreator,
] as const
