import { afterAll, beforeAll, expect, test } from 'vitest'

import { summarize } from '#server/domains/analytics/days/summary.ts'
import { many, sql } from '#server/platform/db/query.ts'

import { startTestApp, type TestApp } from '../test-app.ts'
import { bookDays, countedDays, recountLedger } from './booked-days-testing.ts'
import { DAY_MS, type Jump, type JumpKind } from './life-model.ts'
import { liveMovements, type MovementLives } from './movement-lives-testing.ts'
import { figureOf, PROOF_SEED, report, seeded } from './seeded.ts'

const LIVES = figureOf('PROVE_MOVEMENT_LIVES', 60)
const CHARGES = figureOf('PROVE_BOOKED_CHARGES', 300)
const DAYS = 200
const KINDS = ['new', 'returned', 'up', 'down', 'lost'] as const satisfies JumpKind[]

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const nameOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** Sums of every kind, in twelfths of a cent, and how often each happened. */
type Counts = Record<JumpKind, { twelfths: number; times: number }>

function nothing(): Counts {
  const none = () => ({ twelfths: 0, times: 0 })
  return { new: none(), returned: none(), up: none(), down: none(), lost: none() }
}

/** The rules' movements of each day. */
function jumpsByDay(jumps: readonly Jump[]): Map<string, Counts> {
  const days = new Map<string, Counts>()
  for (const { at, kind, twelfths } of jumps) {
    const counts = days.get(nameOf(at)) ?? nothing()
    counts[kind].twelfths += twelfths
    counts[kind].times += 1
    days.set(nameOf(at), counts)
  }
  return days
}

/** The days that the product has kept, with only what it keeps of them. */
async function keptDays(creatorId: string): Promise<Map<string, Record<string, number>>> {
  const rows = await many(
    app.db,
    sql<
      Record<string, number> & { day: string }
    >`select to_char(day, 'YYYY-MM-DD') as day, new_twelfths as new,
        returned_twelfths as returned, up_twelfths as up, down_twelfths as down, lost_twelfths as lost,
        new_members as "newMembers", returned_members as "returnedMembers", lost_members as "lostMembers"
      from creator_days where creator_id = ${creatorId}`,
  )
  return new Map(rows.map(({ day, ...sums }) => [day, sums]))
}

function asKept(counts: Counts): Record<string, number> {
  return {
    ...Object.fromEntries(KINDS.map((kind) => [kind, counts[kind].twelfths])),
    newMembers: counts.new.times,
    returnedMembers: counts.returned.times,
    lostMembers: counts.lost.times,
  }
}

/** Of the members who first came in a month: what each month added, by the rules. */
function cohortsOf({ jumps }: MovementLives): Record<string, { members: number; twelfths: number }> {
  const cohorts: Record<string, { members: number; twelfths: number }> = {}
  for (const own of jumps)
    for (const { at, kind, twelfths } of own) {
      const key = `${nameOf(own[0]?.at ?? at).slice(0, 7)} ${nameOf(at).slice(0, 7)}`
      const sums = (cohorts[key] ??= { members: 0, twelfths: 0 })
      sums.members += kind === 'lost' ? -1 : kind === 'new' || kind === 'returned' ? 1 : 0
      sums.twelfths += kind === 'lost' || kind === 'down' ? -twelfths : twelfths
    }
  return cohorts
}

async function keptCohorts(creatorId: string): Promise<Record<string, unknown>> {
  const rows = await many(
    app.db,
    sql<{ key: string; members: number; twelfths: number }>`select
        to_char(cohort, 'YYYY-MM') || ' ' || to_char(month, 'YYYY-MM') as key, members, twelfths
      from creator_cohorts where creator_id = ${creatorId}`,
  )
  return Object.fromEntries(rows.map(({ key, ...sums }) => [key, sums]))
}

test(
  `start + new + returned + up − down − lost is what memberships bring, on every day of ${LIVES} lives (seed ${PROOF_SEED})`,
  async () => {
    const lives = await liveMovements(app, { lives: LIVES, days: DAYS, random: seeded(PROOF_SEED) })
    const { creatorId } = lives
    const expected = jumpsByDay(lives.jumps.flat())
    const kept = await keptDays(creatorId)
    expect([...kept.keys()].toSorted()).toEqual([...expected.keys()].toSorted())
    let [income, members] = [0, 0]
    for (let day = 0; day < DAYS; day += 1) {
      const name = nameOf(lives.begin.getTime() + day * DAY_MS)
      const sums = kept.get(name) ?? asKept(nothing())
      expect({ name, ...sums }).toEqual({ name, ...asKept(expected.get(name) ?? nothing()) })
      const of = (key: string) => sums[key] ?? 0
      income += of('new') + of('returned') + of('up') - of('down') - of('lost')
      members += of('newMembers') + of('returnedMembers') - of('lostMembers')
      expect({ name, income, members }).toEqual({
        name,
        income: lives.incomeAt(day),
        members: lives.membersAt(day),
      })
    }
    expect(await keptCohorts(creatorId)).toEqual(cohortsOf(lives))

    // The same in the answers: each stretch begins where the one before it ended.
    const range = {
      from: nameOf(lives.begin.getTime()),
      to: nameOf(lives.begin.getTime() + (DAYS - 1) * DAY_MS),
    }
    for (const interval of ['day', 'week', 'month'] as const) {
      const of = { creatorId, currency: 'USD' }
      const { points, total } = await summarize(app.db, of, { range, interval, now: new Date() })
      let end = 0
      for (const point of points) {
        expect(point.mrr.start).toBe(end)
        end = point.mrr.end
        const { start, new: came, returned, lost } = point.members
        expect(point.members.end).toBe(start + came + returned - lost)
      }
      expect(total.mrr.end).toBe(end)
      expect(total.mrr.end).toBe(Math.round(lives.incomeAt(DAYS - 1) / 12) / 100)
    }
    const movements = lives.jumps.flat().length
    report('insights', { lives: LIVES, days: DAYS, movements, movementDays: kept.size })
  },
  60_000 + LIVES * 1500,
)

test(
  `each day's money is what the ledger says, for ${CHARGES} charges heard of early and late (seed ${PROOF_SEED})`,
  async () => {
    const booked = await bookDays(app, { charges: CHARGES, pages: 7, random: seeded(PROOF_SEED + 1) })
    const recounted = await recountLedger(app, booked)
    expect(await countedDays(app, booked)).toEqual(recounted)
    const corrections = Object.values(recounted).filter(({ correction }) => correction !== 0).length
    expect(corrections).toBeGreaterThan(0)
    const days = Object.keys(recounted).length
    report('insights: the ledger', { bookings: booked.heard.size, days, corrections })
  },
  120_000 + CHARGES * 200,
)
