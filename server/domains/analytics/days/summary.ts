import { insightFailures } from '#contract/analytics/failures.ts'
import {
  centsFromTwelfths,
  grossChurn,
  lifetimeCents,
  netChurn,
  ratePercent,
  SMALLEST_GROUP,
} from '#contract/analytics/formulas.ts'
import { type getInsights, type Interval, isRange } from '#contract/analytics/insight-routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { dollarsFromCents } from '#contract/money.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { addDays, dayOf } from './calendar.ts'
import {
  countChurned,
  getStandings,
  getStart,
  listCurrencies,
  listDays,
  listPlanStandings,
  listReasons,
  type Of,
} from './day-queries.ts'
import {
  movementsOf,
  presentStretch,
  type Range,
  splitRange,
  type Stretch,
  stretchesOf,
  unitsFromTwelfths,
} from './points.ts'

/** A month, for the mean churn of three of them. */
const CHURN_DAYS = 30

/** Throws `range_wrong`. */
export function checkRange({ from, to }: Range): Range {
  if (!isRange(from, to)) throw new Failure(insightFailures.range_wrong)
  return { from, to }
}

/** A range by its parts, with what stood at the beginning of each; and the whole of it. */
export async function readStretches(
  db: Db,
  of: Of,
  range: Range,
  interval: Interval,
): Promise<{ parts: Stretch[]; whole: Stretch }> {
  const start = await getStart(db, of, range.from)
  const days = await listDays(db, of, range)
  const parts = stretchesOf(splitRange(range, interval), days, start)
  const [whole] = stretchesOf([range], days, start)
  if (!whole) throw new Error('A range has at least one day')
  return { parts, whole }
}

export async function summarize(
  db: Db,
  of: Of,
  { range, interval, now }: { range: Range; interval: Interval; now: Date },
): Promise<OutputOf<typeof getInsights>> {
  const { parts, whole } = await readStretches(db, of, checkRange(range), interval)
  const moved = movementsOf(whole.sum)
  const { startTwelfths, startMembers } = whole
  const churned = await countChurned(db, of, range)
  const reasons = await listReasons(db, of.creatorId, range)
  const answered = reasons.reduce((sum, { people }) => sum + people, 0)
  const plans = await listPlanStandings(db, of)
  return {
    currency: of.currency,
    currencies: await listCurrencies(db, of.creatorId),
    now: await presentNow(db, of, now),
    total: presentStretch(whole),
    points: parts.map(presentStretch),
    rates: {
      memberChurn: ratePercent(churned, startMembers, startMembers),
      grossRevenueChurn: grossChurn(startTwelfths, moved, startMembers),
      netRevenueChurn: netChurn(startTwelfths, moved, startMembers),
    },
    plans: plans.map(({ id, twelfths, ...plan }) => ({
      _id: id,
      ...plan,
      mrr: unitsFromTwelfths(twelfths),
    })),
    reasons: answered < SMALLEST_GROUP ? null : reasons,
  }
}

async function presentNow(db: Db, of: Of, now: Date): Promise<OutputOf<typeof getInsights>['now']> {
  const standings = await getStandings(db, of, now)
  const { twelfths, members } = standings
  const mrrCents = centsFromTwelfths(twelfths)
  return {
    mrr: dollarsFromCents(mrrCents),
    committed: unitsFromTwelfths(standings.committedTwelfths),
    atRisk: unitsFromTwelfths(standings.atRiskTwelfths),
    members,
    ending: standings.ending,
    inGrace: standings.inGrace,
    perMember: members === 0 ? null : dollarsFromCents(Math.round(mrrCents / members)),
    lifetimeValue: await findLifetimeValue(db, of, { mrrCents, members, now }),
  }
}

async function findLifetimeValue(
  db: Db,
  of: Of,
  { now, ...facts }: { mrrCents: number; members: number; now: Date },
): Promise<number | null> {
  const today = dayOf(now)
  const months = [2, 1, 0].map((ago) => ({
    from: addDays(today, -(ago + 1) * CHURN_DAYS + 1),
    to: addDays(today, -ago * CHURN_DAYS),
  }))
  const first = months[0]
  if (!first) return null
  const days = await listDays(db, of, { from: first.from, to: today })
  const stretches = stretchesOf(months, days, await getStart(db, of, first.from))
  const churns: number[] = []
  for (const { from, to, startMembers } of stretches)
    if (startMembers > 0) churns.push((await countChurned(db, of, { from, to })) / startMembers)
  const sumOf = (key: 'grossCents' | 'netCents' | 'lostMembers') =>
    stretches.reduce((sum, stretch) => sum + stretch.sum[key], 0)
  const cents = lifetimeCents({
    ...facts,
    grossCents: sumOf('grossCents'),
    netCents: sumOf('netCents'),
    churns,
    losses: sumOf('lostMembers'),
  })
  return cents === null ? null : dollarsFromCents(cents)
}
