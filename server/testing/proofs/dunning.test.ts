import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../test-app.ts'
import { after, DAY_SECONDS, type Member, type Members, openMembers } from './members-testing.ts'
import { figureOf, PROOF_SEED, report, seeded } from './seeded.ts'

const MEMBERS = figureOf('PROVE_DUNNING_MEMBERS', 5)

/** The possible fates of a member whose renewal fails. */
const FATES = [
  'gives up',
  'retry works',
  'changes card while pending',
  'pays in grace',
  'comes back later',
] as const
type Fate = (typeof FATES)[number]

let app: TestApp
let members: Members

beforeAll(async () => {
  app = await startTestApp()
  members = await openMembers(app)
})
afterAll(() => app.close())

interface Life extends Member {
  fate: Fate
  /** How many tries fail before one works; 4 is all of them. */
  failures: number
}

test(
  `renewals that fail, day by day (${MEMBERS} members, seed ${PROOF_SEED})`,
  async () => {
    const random = seeded(PROOF_SEED)
    const lives: Life[] = []
    for (let index = 0; index < MEMBERS; index += 1) {
      const fate = FATES[index % FATES.length] ?? 'gives up'
      const failures = fate === 'retry works' ? 1 + random(3) : 4
      const member = await members.join(fate === 'retry works' ? 'success' : 'renewal_fails')
      if (fate === 'retry works')
        await members.sandbox.post(`/subscriptions/${member.providerId}/next`, {
          outcome: 'failure',
          times: failures,
        })
      lives.push({ ...member, fate, failures })
    }
    await members.sandbox.deliver()
    const ends = await Promise.all(
      lives.map(async (life) => (await members.row(life)).accessUntil?.getTime() ?? 0),
    )
    const dueAt = new Date(Math.max(...ends))
    // The provider renews all of them at the same midnight; each keeps its own end.
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(DAY_SECONDS * 1000)
    const having = (...fates: Fate[]) => lives.filter(({ fate }) => fates.includes(fate))

    await members.liveTo(after(dueAt, 600))
    await expectAt('pending', 'past_due', lives)

    await members.liveTo(after(dueAt, 1.5 * DAY_SECONDS))
    for (const { providerId } of having('changes card while pending'))
      await members.sandbox.post('/pay', { subscription_id: providerId, card: 'success', card_change: true })
    await members.sandbox.deliver()
    await expectAt('active', 'active', having('changes card while pending'))

    await members.liveTo(after(dueAt, 3 * DAY_SECONDS + 600))
    await expectAt('halted', 'past_due', having('gives up', 'pays in grace', 'comes back later'))
    await expectAt('active', 'active', having('retry works'))
    const { payments } = await members.atProvider()
    const failed = Map.groupBy(
      Object.values(payments).filter(({ status }) => status === 'failed'),
      ({ subscriptionId }) => subscriptionId,
    )
    for (const { providerId, fate, failures } of lives)
      expect(failed.get(providerId)?.length).toBe(fate === 'changes card while pending' ? 2 : failures)

    // Grace: seven days to the second, for those who weren't charged.
    for (const life of having('gives up', 'pays in grace', 'comes back later')) {
      const { accessUntil } = await members.row(life)
      const end = await members.accessEnd(life)
      expect(end.getTime() - (accessUntil?.getTime() ?? 0)).toBe(7 * DAY_SECONDS * 1000)
      expect(await members.hasAccessAt(life, new Date(end.getTime() - 1))).toBe(true)
      expect(await members.hasAccessAt(life, end)).toBe(false)
    }

    await members.liveTo(after(dueAt, 5 * DAY_SECONDS))
    for (const life of having('pays in grace')) await members.reactivate(life)
    await members.sandbox.deliver()
    await app.drain()
    for (const life of having('pays in grace')) expect((await members.row(life)).status).toBe('active')

    await members.liveTo(after(dueAt, 7 * DAY_SECONDS + 600))
    for (const life of having('gives up', 'comes back later')) {
      expect((await members.row(life)).status).toBe('paused')
      expect(await members.hasAccessAt(life, app.clock.now())).toBe(false)
    }
    await expectAtProvider('cancelled', having('gives up', 'comes back later'))

    await members.liveTo(after(dueAt, 10 * DAY_SECONDS))
    for (const life of having('comes back later')) await members.reactivate(life)
    await members.sandbox.deliver()
    await app.drain()
    const cameBackAt = app.clock.now()
    await members.liveTo(after(dueAt, 75 * DAY_SECONDS))

    for (const life of lives) await expectNothingForSkipped(life, cameBackAt)
    report('dunning', {
      members: MEMBERS,
      ...Object.fromEntries(FATES.map((fate) => [fate, having(fate).length])),
    })
  },
  120_000 + MEMBERS * 5000,
)

async function expectAt(provider: string, ours: string, lives: readonly Life[]): Promise<void> {
  await expectAtProvider(provider, lives)
  for (const life of lives) expect((await members.row(life)).status).toBe(ours)
  for (const life of lives) expect(await members.hasAccessAt(life, app.clock.now())).toBe(true)
}

async function expectAtProvider(status: string, lives: readonly Life[]): Promise<void> {
  const { subscriptions } = await members.atProvider()
  for (const { providerId } of lives) expect(subscriptions[providerId]?.status).toBe(status)
}

/** Each month used is paid once, in a row; nobody pays for the time without access. */
async function expectNothingForSkipped(life: Life, cameBackAt: Date): Promise<void> {
  const paid = await members.paymentsOf(life)
  expect(paid.every(({ cents, refundedCents }) => cents === members.priceCents && refundedCents === 0)).toBe(
    true,
  )
  const overlaps = paid.filter(({ from }, index) => index > 0 && from < (paid[index - 1]?.until ?? from))
  expect(overlaps).toEqual([])
  const [first, second] = paid
  if (life.fate === 'gives up') return expect(paid).toHaveLength(1)
  if (life.fate === 'retry works' || life.fate === 'changes card while pending') {
    expect(second?.from).toEqual(first?.until)
    return expect(paid).toHaveLength(4)
  }
  expect(paid).toHaveLength(4)
  if (life.fate === 'comes back later')
    expect(Math.abs((second?.from.getTime() ?? 0) - cameBackAt.getTime())).toBeLessThan(3600_000)
}
