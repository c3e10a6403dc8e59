import { afterAll, beforeAll, expect, test } from 'vitest'

import { cancelAtPeriodEnd, resume } from '#server/domains/subscriptions/lifecycle/cancel.ts'
import { run, sql } from '#server/platform/db/query.ts'

import { startTestApp, type TestApp } from '../test-app.ts'
import { after, DAY_SECONDS, type Member, type Members, openMembers } from './members-testing.ts'
import { figureOf, PROOF_SEED, report, seeded } from './seeded.ts'

const MEMBERS = figureOf('PROVE_CANCELLATIONS', 6)
const HOUR_SECONDS = 3600

let app: TestApp
let members: Members

beforeAll(async () => {
  app = await startTestApp()
  members = await openMembers(app)
})
afterAll(() => app.close())

const cancel = ({ viewer, id }: Member) =>
  app.db
    .transaction()
    .execute((db) => cancelAtPeriodEnd(db, viewer, { id, reason: null, now: app.clock.now() }))
const undo = ({ viewer, id }: Member) =>
  app.db.transaction().execute((db) => resume(db, viewer, id, app.clock.now()))

test(
  `cancelled members keep what they paid, and are charged no more (${MEMBERS} members, seed ${PROOF_SEED})`,
  async () => {
    const random = seeded(PROOF_SEED)
    const all: Member[] = []
    for (let index = 0; index < MEMBERS; index += 1) all.push(await members.join('international'))
    await members.sandbox.deliver()
    const ends = await Promise.all(
      all.map(async (member) => (await members.row(member)).accessUntil ?? new Date(0)),
    )
    const dueAt = new Date(Math.min(...ends.map((end) => end.getTime())))
    const leaving = all.filter((_, index) => index % 3 !== 2)
    const staying = all.filter((_, index) => index % 3 === 2)

    for (const member of all) {
      if (random(4) === 0) await members.liveTo(after(app.clock.now(), random(DAY_SECONDS)))
      await cancel(member)
      // Undone and cancelled again: the last choice counts.
      if (random(3) === 0) {
        await undo(member)
        await cancel(member)
      }
    }
    for (const [index, member] of all.entries()) {
      const row = await members.row(member)
      expect(row).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, accessUntil: ends[index] })
      expect(await members.hasAccessAt(member, after(ends[index] ?? dueAt, -0.001))).toBe(true)
      expect(await members.hasAccessAt(member, ends[index] ?? dueAt)).toBe(false)
    }

    // It can be taken back until an hour before the end.
    await members.liveTo(after(dueAt, -HOUR_SECONDS - 120))
    for (const member of staying) await undo(member)

    // The provider can't be reached for most of the last hour.
    const isDown = { mode: 'error_before_effect', times: 1_000_000, pathIncludes: '/cancel' }
    await members.sandbox.post('/knobs', { failNext: isDown })
    for (const minutes of [59, 45, 30, 20]) await members.liveTo(after(dueAt, -minutes * 60))
    const before = await members.atProvider()
    expect(all.every(({ providerId }) => before.subscriptions[providerId]?.status === 'active')).toBe(true)
    for (const member of leaving)
      await expect(undo(member)).rejects.toMatchObject({ spec: { code: 'card_needed' } })
    await members.sandbox.post('/knobs', { reset: true })
    // After seven attempts the queue waits longer than is left.
    await run(app.db, sql`update jobs set run_at = now() + interval '2 hours' where key like 'cancel:%'`)
    await members.liveTo(after(dueAt, -10 * 60))

    await members.liveTo(after(dueAt, DAY_SECONDS))
    const later = await members.atProvider()
    for (const member of leaving) {
      expect(later.subscriptions[member.providerId]?.status).toBe('cancelled')
      expect((await members.row(member)).status).toBe('canceled')
    }
    await members.liveTo(after(dueAt, 65 * DAY_SECONDS))
    const last = await members.atProvider()
    const tries = Map.groupBy(Object.values(last.payments), ({ subscriptionId }) => subscriptionId)
    for (const member of leaving) {
      expect(tries.get(member.providerId)).toHaveLength(1)
      expect(await members.paymentsOf(member)).toMatchObject([
        { cents: members.priceCents, refundedCents: 0 },
      ])
    }
    for (const member of staying) {
      expect((await members.row(member)).status).toBe('active')
      expect(await members.paymentsOf(member)).toHaveLength(4)
    }
    report('cancellations', { members: MEMBERS, left: leaving.length, stayed: staying.length })
  },
  120_000 + MEMBERS * 5000,
)
