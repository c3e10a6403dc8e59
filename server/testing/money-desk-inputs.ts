import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aDispute } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { writeSeenErrors } from '#server/platform/errors/queries.ts'
import { newId } from '#server/platform/ids.ts'

import type { TestApp } from './test-app.ts'

/** A payment that a bank asks back. */
export async function aDisputedPayment(app: TestApp) {
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  const plan = await aPlan(app.db, creator.id)
  const member = await aUser(app.db)
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  return aDispute(app.db, { subscriptionId, memberId: member.id, plan })
}

/** A job that was given up, of the payments. */
export async function aFailedJob(app: TestApp): Promise<string> {
  const { id } = await one(
    app.db,
    sql<{ id: string }>`insert into jobs (name, attempts, max_attempts, last_error)
      values ('payments.reconcile-disputes', 1, 1, 'Razorpay did not answer') returning id::text as id`,
  )
  return id
}

/** A webhook that nobody applied. */
export async function aWaitingEvent(app: TestApp, minutesAgo = 10): Promise<string> {
  const now = app.clock.now()
  const id = newId(now)
  await run(
    app.db,
    sql`insert into provider_events (id, event_id, name, subject, body, received_at)
      values (${id}, ${`evt_${id}`}, 'payment.captured', ${`event:${id}`}, '{}',
        ${new Date(now.getTime() - minutesAgo * 60_000)})`,
  )
  return id
}

/** A group of one error; returns its id. */
async function aSeenError(app: TestApp): Promise<string> {
  const id = newId(app.clock.now())
  const described = { kind: 'TypeError', frames: ['server/app.ts:12 buildApp'] }
  const place = `job.of-${id}`
  const error = { id, fingerprint: place, source: 'job', place, ...described, reference: null } as const
  await writeSeenErrors(app.db, [{ ...error, release: '1.0.0', at: app.clock.now() }])
  return id
}

/** What the calls of the money desk are made with; null for calls that aren't of it. */
export async function inputOfMoneyDesk(app: TestApp, name: string): Promise<Record<string, unknown> | null> {
  if (name.includes('/staff/disputes/:disputeId'))
    return { disputeId: (await aDisputedPayment(app)).disputeId, text: 'She opened twelve posts.' }
  if (name.includes('/staff/jobs/:jobId')) return { jobId: await aFailedJob(app), reason: 'It works again' }
  if (name.includes('/staff/events/:eventId')) return { eventId: await aWaitingEvent(app) }
  if (name.includes('/staff/errors/:errorId')) return { errorId: await aSeenError(app) }
  return /\/staff\/(?:money|disputes|jobs|events|errors)$/.test(name) ? {} : null
}
