import * as z from 'zod/mini'

import { flag, id, listInput, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { fileAnswer } from '../payments/billing-routes.ts'
import { billingInterval } from '../plans/rules.ts'
import { memberFailures, subscriptionFailures } from '../subscriptions/failures.ts'
import { MEMBER_STATES } from './rules.ts'

export const memberState = z.enum(MEMBER_STATES)
export type MemberState = z.infer<typeof memberState>

/** Amounts in the currency of the membership. */
const member = {
  /** Of the newest membership. */
  _id: id(),
  member: z.object({ _id: id(), name: z.string() }),
  plan: z.object({ _id: id(), name: z.string(), price: z.number(), currency: z.string() }),
  interval: billingInterval,
  state: memberState,
  /** When they first paid. */
  since: moment,
  /** Months they have paid for, less those whose money went back. */
  months: z.number(),
  /** What they paid so far, less what went back. */
  total: z.number(),
  /** The end of the time that is paid for. */
  paidUntil: z.nullable(moment),
  /** When access ends if nothing more is paid, grace included. */
  accessEnds: z.nullable(moment),
  /** null: they don't share it. */
  email: z.nullable(z.string()),
  /** When they last opened a post; null: they don't share it, or never did. */
  lastSeen: z.nullable(moment),
}

const filter = {
  state: z.optional(memberState),
  planId: z.optional(id()),
  /** Part of a name. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
}

export const getMembers = route({
  method: 'GET',
  path: '/members',
  caller: 'creator',
  summary: "The caller's members, the newest membership of each, newest first.",
  input: z.object({ ...listInput, ...filter }),
  output: z.array(z.object(member)),
  failures: [],
})

export const getMemberCounts = route({
  method: 'GET',
  path: '/members/counts',
  caller: 'creator',
  summary: 'How many members are in each state.',
  input: z.object({}),
  output: z.object({
    active: z.number(),
    ending: z.number(),
    grace: z.number(),
    paused: z.number(),
    past: z.number(),
  }),
  failures: [],
})

export const getMember = route({
  method: 'GET',
  path: '/members/:m2cSubscriptionId',
  caller: 'owner',
  summary: "One of the caller's members, with their last payments.",
  input: z.object({ m2cSubscriptionId: id() }),
  output: z.object({
    ...member,
    /** At most ten, newest first. `refundable`: what is left of it and may be given back. */
    payments: z.array(
      z.object({
        _id: id(),
        plan: z.object({ name: z.string() }),
        amount: z.number(),
        refunded: z.number(),
        refundable: z.number(),
        currency: z.string(),
        createdAt: moment,
      }),
    ),
  }),
  failures: [memberFailures.member_not_found],
})

export const getMembersFile = route({
  method: 'GET',
  path: '/members/export',
  caller: 'creator',
  summary: "The caller's members as CSV; addresses only of those who share theirs.",
  input: z.object(filter),
  output: fileAnswer,
  failures: [],
})

const sharing = { email: z.boolean(), lastSeen: z.boolean() }

export const getSharing = route({
  method: 'GET',
  path: '/members/sharing',
  caller: 'member',
  summary: 'What the caller lets the creators they support know; those that are missing know nothing.',
  input: z.object({}),
  output: z.array(z.object({ creatorId: id(), ...sharing })),
  failures: [],
})

export const setSharing = route({
  method: 'PUT',
  path: '/members/sharing/:m2cSubscriptionId',
  caller: 'owner',
  summary:
    "What the creator of one of the caller's memberships may know: the address, and when they last read.",
  input: z.object({ m2cSubscriptionId: id(), email: flag(), lastSeen: flag() }),
  output: z.object({ msg: z.string() }),
  failures: [subscriptionFailures.subscription_not_found],
})

export const memberRoutes = [
  getMemberCounts,
  getMembersFile,
  getSharing,
  getMembers,
  getMember,
  setSharing,
] as const
