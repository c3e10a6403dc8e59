import type * as z from 'zod/mini'

import { MONEY_CHECKS, type MoneyCheckName, NOT_YET } from '#contract/console/money-checks.ts'
import * as contract from '#contract/console/money-routes.ts'
import { platformFailures } from '#contract/http/route.ts'
import { dollarsFromCents } from '#contract/money.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff } from '#server/platform/http/implement.ts'

import { type KeptFinding, listFindings, sumFindings } from './finding-list-queries.ts'
import { LOOKS, WALKS } from './money-checks.ts'
import { listWalks, type WalkState } from './walk-queries.ts'

type Check = z.infer<typeof contract.getMoneyChecks.output>['checks'][number]
type Place = NonNullable<Check['findings'][number]['place']>

/** What there is to open for the findings of a walk. */
const PLACES: Partial<Record<string, Place['kind']>> = {
  payments: 'payment',
  receipts: 'payment',
  refunds: 'payment',
  'missing-fees': 'payment',
  'unknown-payments': 'payment',
  payouts: 'payout',
  'slow-payouts': 'payout',
  disputes: 'dispute',
  'unapplied-events': 'event',
  cards: 'person',
  agreements: 'person',
}

function walksOf(name: MoneyCheckName): string[] {
  return [
    ...WALKS.filter(({ parts }) => parts.some(({ check }) => check === name)),
    ...LOOKS.filter(({ check }) => check === name),
  ].map(({ walk }) => walk)
}

/** The earliest moment; null if one of them hasn't come yet. */
function earliest(moments: readonly (Date | null | undefined)[]): string | null {
  const times = moments.flatMap((moment) => moment?.getTime() ?? [])
  return times.length < moments.length || times.length === 0
    ? null
    : new Date(Math.min(...times)).toISOString()
}

function presentFinding(row: KeptFinding): Check['findings'][number] {
  const kind = PLACES[row.walk]
  return {
    problem: row.problem,
    subject: row.subject,
    currency: row.currency || null,
    difference: dollarsFromCents(row.differenceMinor),
    since: row.foundAt.toISOString(),
    place: kind ? { kind, _id: row.placeId } : null,
  }
}

async function listChecks(db: Db): Promise<Check[]> {
  const walks = new Map((await listWalks(db)).map((row): [string, WalkState] => [row.walk, row]))
  const findings = Map.groupBy(await listFindings(db), ({ check }) => check)
  const sums = Map.groupBy(await sumFindings(db), ({ check }) => check)
  return MONEY_CHECKS.map((name) => {
    const own = walksOf(name).map((walk) => walks.get(walk))
    const checkedAt = earliest(own.map((state) => state?.walkedAt))
    const [rows, totals] = [findings.get(name) ?? [], sums.get(name) ?? []]
    const right = checkedAt === null ? 'unchecked' : 'right'
    return {
      name,
      state: NOT_YET.includes(name) ? 'none' : rows.length > 0 ? 'wrong' : right,
      checkedAt,
      wholeAt: earliest(own.map((state) => state?.sweptAt)),
      since: rows[0]?.foundAt.toISOString() ?? null,
      count: totals.reduce((sum, { count }) => sum + count, 0),
      differences: totals
        .filter(({ currency }) => currency !== '')
        .map(({ currency, differenceMinor }) => ({ currency, amount: dollarsFromCents(differenceMinor) })),
      findings: rows.map(presentFinding),
    }
  })
}

export const moneyImplementations: Implementation[] = [
  implementForStaff(contract.getMoneyChecks, async (db, { staff }) => {
    // Support sees one person's money at a time.
    if (staff.reach !== 'all') throw new Failure(platformFailures.forbidden)
    return { checks: await listChecks(db) }
  }),
]
