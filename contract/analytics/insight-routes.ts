import * as z from 'zod/mini'

import { id, listInput, moment } from '../fields.ts'
import { route } from '../http/route.ts'
import { CURRENCIES, CURRENCY } from '../money.ts'
import { fileAnswer } from '../payments/billing-routes.ts'
import { leavingReason } from '../subscriptions/leaving.ts'
import { insightFailures } from './failures.ts'
import { insightTexts } from './messages.ts'

/** Longer than two years, in days. */
const LONGEST_RANGE_DAYS = 800

/** "2026-03-14", in UTC. */
const day = z.iso.date({ error: insightTexts.dayWrong })

/** Whether a range of days is in order, and not longer than two years. */
export function isRange(from: string, to: string): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return days >= 0 && days <= LONGEST_RANGE_DAYS
}

/** Rupees are never added to dollars: one currency at a time. */
const currency = z._default(z.enum(CURRENCIES), CURRENCY)
/** Both days are part of it. */
const range = { from: day, to: day, currency }

const interval = z.enum(['day', 'week', 'month'])
export type Interval = z.infer<typeof interval>

/** In percent; null: fewer than five people, or none. */
const rate = z.nullable(z.number())

/** Income by the month. end = start + new + returned + up − down − lost, to the twelfth of a cent. */
const movements = z.object({
  start: z.number(),
  new: z.number(),
  returned: z.number(),
  up: z.number(),
  down: z.number(),
  lost: z.number(),
  end: z.number(),
})

const point = z.object({
  /** Its first day. */
  from: z.string(),
  to: z.string(),
  mrr: movements,
  members: z.object({
    start: z.number(),
    new: z.number(),
    returned: z.number(),
    lost: z.number(),
    end: z.number(),
  }),
  /** What the ledger says of these days: gross − givenBack − fee = net. */
  gross: z.number(),
  givenBack: z.number(),
  fee: z.number(),
  net: z.number(),
  /** The part of `net` that belongs to days more than 35 days earlier. */
  correction: z.number(),
})

export type InsightPoint = z.infer<typeof point>

export const getInsights = route({
  method: 'GET',
  path: '/analytics/summary',
  caller: 'creator',
  summary: "The caller's monthly income, members and money, by day, week or month.",
  input: z.object({ ...range, interval: z._default(interval, 'day') }),
  output: z.object({
    currency: z.string(),
    /** Those in which the page has or had income. */
    currencies: z.array(z.string()),
    /** Until when everything is counted. */
    now: z.object({
      mrr: z.number(),
      committed: z.number(),
      atRisk: z.number(),
      members: z.number(),
      ending: z.number(),
      inGrace: z.number(),
      perMember: z.nullable(z.number()),
      /** null: too early to say. */
      lifetimeValue: z.nullable(z.number()),
    }),
    total: point,
    points: z.array(point),
    rates: z.object({
      memberChurn: rate,
      grossRevenueChurn: rate,
      netRevenueChurn: rate,
    }),
    plans: z.array(z.object({ _id: id(), name: z.string(), members: z.number(), mrr: z.number() })),
    /** null: fewer than five people have answered. */
    reasons: z.nullable(z.array(z.object({ reason: leavingReason, people: z.number() }))),
  }),
  failures: [insightFailures.range_wrong],
})

export const getMovements = route({
  method: 'GET',
  path: '/analytics/movements',
  caller: 'creator',
  summary: 'The memberships behind a change of income, newest first.',
  input: z.object({
    ...range,
    ...listInput,
    kind: z.optional(z.enum(['new', 'returned', 'up', 'down', 'lost'])),
  }),
  output: z.array(
    z.object({
      _id: id(),
      subscriptionId: id(),
      member: z.object({ _id: id(), name: z.string() }),
      plan: z.object({ name: z.string() }),
      kind: z.enum(['new', 'returned', 'up', 'down', 'lost']),
      /** By the month. */
      amount: z.number(),
      currency: z.string(),
      day: z.string(),
      at: moment,
    }),
  ),
  failures: [insightFailures.range_wrong],
})

export const getCohorts = route({
  method: 'GET',
  path: '/analytics/cohorts',
  caller: 'creator',
  summary: 'Of the members who came in one month: how many pay at the end of each month since.',
  input: z.object({ currency }),
  output: z.array(
    z.object({
      /** "2026-03". */
      month: z.string(),
      size: z.number(),
      /** At the end of that month and of each since, in percent; null: fewer than five people. */
      members: z.array(rate),
      income: z.array(rate),
    }),
  ),
  failures: [],
})

export const getVisitors = route({
  method: 'GET',
  path: '/analytics/sources',
  caller: 'creator',
  summary: 'How many people visited each day, and where they came from.',
  input: z.object({ from: day, to: day }),
  output: z.object({
    /** People are not recognised from one day to the next, so days are never added up. */
    days: z.array(
      z.object({
        day: z.string(),
        visitors: z.number(),
        joined: z.number(),
        /** First payments ÷ visitors of that day. */
        conversion: rate,
      }),
    ),
    /** A visitor a day counts once for each day. `host` is empty if none was told. */
    sources: z.array(z.object({ host: z.string(), visits: z.number() })),
  }),
  failures: [insightFailures.range_wrong],
})

export const getPostInsights = route({
  method: 'GET',
  path: '/analytics/posts',
  caller: 'creator',
  summary: "How the caller's posts did, newest first.",
  input: z.object(listInput),
  output: z.array(
    z.object({
      _id: id(),
      title: z.nullable(z.string()),
      /** How it begins. */
      excerpt: z.string(),
      publishedAt: moment,
      /** Members who could read it when it came out; null: it came out before that was counted. */
      members: z.nullable(z.number()),
      /** Of those, the members who opened it within seven days. */
      opened: z.number(),
      rate,
      /** A visitor a day counts once for each day. */
      visits: z.number(),
      /** Plays of its videos and sounds that passed ten seconds. */
      plays: z.number(),
      /** Of those, the plays that passed nine tenths; null: fewer than five. */
      completion: rate,
    }),
  ),
  failures: [],
})

export const getInsightsFile = route({
  method: 'GET',
  path: '/analytics/export',
  caller: 'creator',
  summary: 'Every day of a range as CSV.',
  input: z.object(range),
  output: fileAnswer,
  failures: [insightFailures.range_wrong],
})

export const insightRoutes = [
  getInsights,
  getMovements,
  getCohorts,
  getVisitors,
  getPostInsights,
  getInsightsFile,
] as const
