import * as contract from '#contract/subscriptions/routes.ts'
import { jobs } from '#server/app.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import type { TestApp, TestSession } from '../app-on-database.ts'
import type { PaymentSandbox } from '../sandbox.ts'

/** A page with two plans to join. */
export async function aPageToJoin(app: TestApp): Promise<{ plan: PlanRow; otherPlan: PlanRow }> {
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  return {
    plan: await aPlan(app.db, creator.id, { priceCents: 999 }),
    otherPlan: await aPlan(app.db, creator.id, { priceCents: 1999 }),
  }
}

export async function aJoiner(app: TestApp): Promise<{ id: string; session: TestSession }> {
  const { id } = await aUser(app.db)
  return { id, session: await aSession(app.db, app.platform, id) }
}

/** Presses Join once. */
export function join(app: TestApp, session: TestSession, plan: PlanRow) {
  return app.call(contract.createRazorpaySubscription, { planId: plan.id }, { as: session })
}

const RECONCILERS = [
  'subscriptions.reconcile',
  'subscriptions.reconcile-payments',
  'payments.reconcile-refunds',
] as const

/** One pass of the reconcilers, with everything that follows from it. */
export async function reconcileOnce(app: TestApp): Promise<void> {
  for (const name of RECONCILERS) {
    const job = jobs.find((one) => one.name === name)
    if (!job) throw new Error(`There is no job ${name}`)
    await enqueue(app.db, job, {})
  }
  await app.drain()
}

interface OwnSubscription {
  id: string
  memberId: string
  status: string
  providerId: string | null
}

/** Our and the provider's records of each attempt to join. */
export interface BothSides {
  own: readonly OwnSubscription[]
  /** Subscriptions that haven't ended at the provider, by the id of ours that they name. */
  liveThere: ReadonlyMap<string, readonly string[]>
}

const LIVE_THERE = new Set(['created', 'authenticated', 'active', 'pending', 'halted', 'paused'])

export async function readBothSides(app: TestApp, sandbox: PaymentSandbox): Promise<BothSides> {
  const { subscriptions } = (await sandbox.get('/state')) as {
    subscriptions: Record<string, { id: string; status: string; notes: Record<string, string> }>
  }
  const liveThere = new Map<string, string[]>()
  for (const { id, status, notes } of Object.values(subscriptions)) {
    const [intentId = 'nobody'] = Object.values(notes)
    if (LIVE_THERE.has(status)) liveThere.set(intentId, [...(liveThere.get(intentId) ?? []), id])
  }
  const own = await many(
    app.db,
    sql<OwnSubscription>`select id, member_id as "memberId", status, provider_subscription_id as "providerId"
      from subscriptions`,
  )
  return { own, liveThere }
}

const LIVE_HERE = new Set(['pending', 'active', 'past_due', 'paused'])

/** Attempts that are live here and don't have exactly one subscription there. */
export function notExactlyOne({ own, liveThere }: BothSides): unknown[] {
  return own.flatMap(({ id, status, providerId }) => {
    if (!LIVE_HERE.has(status)) return []
    const there = liveThere.get(id) ?? []
    return there.length === 1 && there[0] === providerId ? [] : [{ id, status, providerId, there }]
  })
}

/** Payable at the provider, but belonging to nothing that is live here. */
export function orphans({ own, liveThere }: BothSides): unknown[] {
  const live = new Set(own.filter(({ status }) => LIVE_HERE.has(status)).map(({ id }) => id))
  return [...liveThere].flatMap(([intentId, ids]) => (live.has(intentId) ? [] : [{ intentId, ids }]))
}
