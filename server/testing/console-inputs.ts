import { aUser } from '#server/domains/accounts/testing.ts'
import { anApproval } from '#server/domains/console/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aRequestedPayout } from '#server/domains/payouts/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { makePass, openPass } from '#server/domains/staff/passes/passes.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { one, sql } from '#server/platform/db/query.ts'

import type { TestApp } from './test-app.ts'

/** What each call of the console is made with: things of their own, because each can be decided once. */
export async function inputOfConsole(
  app: TestApp,
  name: string,
  callerId: string,
): Promise<Record<string, unknown>> {
  const reason = 'As they asked for'
  const [, path = ''] = name.split(' ')
  if (path === '/staff/roles' && name.startsWith('POST'))
    return { userId: (await aUser(app.db)).id, role: 'support', reason }
  if (path === '/staff/roles/:userId/end') return { userId: (await aStaffMember(app, 'support')).id, reason }
  if (path.startsWith('/staff/passes')) return inputWithPass(app, path, callerId)
  if (path === '/staff/people/:userId') return { userId: (await aUser(app.db)).id }
  if (path.startsWith('/staff/people/:userId')) return { userId: (await aUser(app.db)).id, reason }
  if (name === 'GET /staff/refunds') return {}
  const money = /payments|refunds|payouts|approvals\/|creators\//.test(path)
  return money ? inputAboutMoney(app, path, reason) : {}
}

/** With a pass that the caller uses, or one that nobody uses yet. */
async function inputWithPass(app: TestApp, path: string, callerId: string): Promise<Record<string, unknown>> {
  const { id } = await aUser(app.db)
  const { code } = await makePass(app.db, { userId: id, now: app.clock.now() })
  if (path === '/staff/passes') return { code }
  const pass = await openPass(app.db, { code, by: callerId, now: app.clock.now() })
  const page = await aCreator(app.db, (await aUser(app.db)).id)
  return { passId: pass?.id, ...(path.endsWith(':pageHandle') && { pageHandle: page.handle }) }
}

async function inputAboutMoney(app: TestApp, path: string, reason: string): Promise<Record<string, unknown>> {
  const member = await aUser(app.db)
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  if (path.includes('/creators/')) return { creatorId: creator.id }
  if (path.includes('/approvals/')) {
    const { id: askedBy } = await aStaffMember(app, 'finance')
    const { id: payoutId } = await aRequestedPayout(app.db, creator.id, { heldBy: askedBy })
    const approvalId = await anApproval(app.db, { askedBy, payoutId })
    return { approvalId, outcome: 'approved', note: 'It was all right' }
  }
  if (path === '/staff/payouts') return { creatorId: creator.id }
  if (path.includes('/payouts/')) {
    const held = path.endsWith('/release') ? { heldBy: 'somebody' } : {}
    const { id: payoutId } = await aRequestedPayout(app.db, creator.id, held)
    return { payoutId, reason, ...(path.endsWith('/hold') && { days: 7 }) }
  }
  const plan = await aPlan(app.db, creator.id, { priceCents: 999 })
  const subscription = await aSubscription(app.db, member.id, plan)
  const payment = await aPayment(app.db, { subscriptionId: subscription.id, memberId: member.id, plan })
  if (path.endsWith('/act')) {
    const { id: refundId } = await one(
      app.db,
      sql<{
        id: string
      }>`insert into refunds (id, payment_id, status, origin, reason, amount_cents, requested_at)
        values (gen_random_uuid(), ${payment.id}, 'requested', 'member', 'Not for me', 999, now()) returning id`,
    )
    return { refundId, act: 'decline', reason }
  }
  if (path === '/staff/payments') return { userId: member.id }
  return path.startsWith('/staff/payments/') ? { paymentId: payment.id } : { paymentId: payment.id, reason }
}
