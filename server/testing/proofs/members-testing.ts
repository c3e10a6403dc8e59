import { asViewer, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { accessEnd } from '#server/domains/subscriptions/access.ts'
import { hasAccessSql } from '#server/domains/subscriptions/access.ts'
import { makeDueTransitions } from '#server/domains/subscriptions/lifecycle/due-transitions.ts'
import { reactivate } from '#server/domains/subscriptions/lifecycle/pause.ts'
import { getSubscription } from '#server/domains/subscriptions/queries.ts'
import { joinAndPay } from '#server/domains/subscriptions/testing.ts'
import { many, one, sql } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { type PaymentSandbox, moveClocksTogether, steerSandbox } from '../sandbox.ts'
import type { TestApp } from '../test-app.ts'

export const DAY_SECONDS = 86_400

export interface Member {
  viewer: Viewer
  id: string
  /** Of the first subscription at the provider; coming back makes another one. */
  providerId: string
}

interface AtProvider {
  subscriptions: Record<string, { status: string }>
  payments: Record<string, { status: string; subscriptionId: string | null; createdAt: number }>
}

/** Many members of one plan, billed by the sandbox while both clocks move. */
export interface Members {
  sandbox: PaymentSandbox
  priceCents: number
  /** Joins monthly and pays with this card. */
  join(card: string): Promise<Member>
  row(member: Member): ReturnType<typeof getSubscription>
  /** Whether members' posts are open to this member at a moment, as the database decides it. */
  hasAccessAt(member: Member, moment: Date): Promise<boolean>
  /** When access is due to end. */
  accessEnd(member: Member): Promise<Date>
  /** Moves both clocks to a moment, with everything that happens on the way, and runs the regular job. */
  liveTo(moment: Date): Promise<void>
  /** Runs the regular job, as happens every quarter of an hour. */
  watch(): Promise<void>
  /** Pays to come back after a failed renewal. */
  reactivate(member: Member): Promise<void>
  paymentsOf(member: Member): Promise<{ cents: number; from: Date; until: Date; refundedCents: number }[]>
  atProvider(): Promise<AtProvider>
}

/** Opens a page with one plan of $10 a month. */
export async function openMembers(app: TestApp): Promise<Members> {
  const sandbox = steerSandbox(app)
  const priceCents = 1000
  const creator = await aCreator(app.db, (await aUser(app.db)).id, { pageName: 'Asha Sings' })
  const plan = await aPlan(app.db, creator.id, { name: 'Tipsy', priceCents })
  const inTransaction: InTransaction = (work) => app.db.transaction().execute(work)
  const members: Members = {
    sandbox,
    priceCents,
    async join(card) {
      const user = await aUser(app.db)
      await joinAndPay(app.platform, { memberId: user.id, planId: plan.id, card })
      const { id, providerId } = await one(
        app.db,
        sql<{ id: string; providerId: string }>`select id, provider_subscription_id as "providerId"
          from subscriptions where member_id = ${user.id}`,
      )
      return { viewer: asViewer(user), id, providerId }
    },
    row: ({ id }) => getSubscription(app.db, id),
    async hasAccessAt({ id }, moment) {
      const { isOpen } = await one(
        app.db,
        sql<{
          isOpen: boolean
        }>`select ${hasAccessSql(moment)} as "isOpen" from subscriptions s where s.id = ${id}`,
      )
      return isOpen
    },
    async accessEnd(member) {
      const end = accessEnd(await members.row(member))
      if (!end) throw new Error('There is no access that could end')
      return end
    },
    async liveTo(moment) {
      const seconds = Math.max(0, Math.round((moment.getTime() - app.clock.now().getTime()) / 1000))
      await moveClocksTogether(app, seconds)
      await members.watch()
    },
    async watch() {
      // Each run takes a few hundred at most, and the jobs it queues run after it.
      for (let looks = 0; looks < 4; looks += 1) {
        await enqueue(app.db, makeDueTransitions, {})
        await app.drain()
      }
      await sandbox.deliver()
    },
    async reactivate({ viewer, id }) {
      const request = { viewer, subscriptionId: id, now: app.clock.now() }
      const change = await reactivate(inTransaction, app.platform.razorpay, request)
      if (change) await sandbox.pay(change.providerSubscriptionId)
    },
    paymentsOf: ({ id }) =>
      many(
        app.db,
        sql<{ cents: number; from: Date; until: Date; refundedCents: number }>`select amount_cents as cents,
            period_from as from, period_until as until, refunded_cents as "refundedCents"
          from payments where subscription_id = ${id} order by captured_at, id`,
      ),
    atProvider: async () => (await sandbox.get('/state')) as unknown as AtProvider,
  }
  return members
}

/** A moment this many seconds after another. */
export function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}
