import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { WEBHOOK_PATH } from '#contract/inbox/routes.ts'
import { eachSecond, jobs } from '#server/app.ts'
import { type Db, one, sql } from '#server/platform/db/query.ts'
import { startEachSecond } from '#server/platform/jobs/each-second.ts'
import { startJobs } from '#server/platform/jobs/runner.ts'
import { startAppOn } from '#server/testing/app-on-database.ts'

import { openToolDatabase } from '#scripts/tool-database.ts'
import { acknowledge, chargedBody, paymentOf, randomId, reportAcknowledgements } from './acknowledge.ts'
import { makeMemberships } from './memberships.ts'

/*
 * Webhooks at 200 a second while no job runs, five for each charge as the provider sends them; then the worker starts,
 * and everything is applied: `npm run prove -- acks`.
 */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    /** How long answers take is only printed: CI does other work beside it. */
    untimed: { type: 'boolean', default: false },
  },
})

const RATE_PER_SECOND = 200
const MEMBERSHIPS = 500
const MONTH_SECONDS = 30 * 86_400
const WARM_UP = 500

type Tell = (charge: { subscriptionId: string; paymentId: string; invoiceId: string; end: number }) => Buffer

function paymentEvent(name: string): Tell {
  return ({ paymentId, invoiceId, end }) =>
    Buffer.from(
      JSON.stringify({
        entity: 'event',
        event: name,
        payload: { payment: { entity: { ...paymentOf(paymentId, end), invoice_id: invoiceId } } },
      }),
    )
}

/** The provider's events about one charge. */
const TOLD: readonly Tell[] = [
  paymentEvent('payment.authorized'),
  paymentEvent('payment.captured'),
  paymentEvent('order.paid'),
  ({ subscriptionId, paymentId, invoiceId, end }) =>
    Buffer.from(
      JSON.stringify({
        entity: 'event',
        event: 'invoice.paid',
        payload: {
          payment: { entity: { ...paymentOf(paymentId, end), invoice_id: invoiceId } },
          invoice: {
            entity: {
              id: invoiceId,
              subscription_id: subscriptionId,
              payment_id: paymentId,
              status: 'paid',
              billing_start: end - MONTH_SECONDS,
              billing_end: end,
            },
          },
        },
      }),
    ),
  ({ subscriptionId, paymentId, end }) => chargedBody(subscriptionId, paymentId, end),
]

/** In turn, month after month, a charge for each membership. */
function tellOf(subscriptionIds: readonly string[], firstEnd: number): (index: number) => Buffer {
  const tags = new Map<number, string>()
  return (index) => {
    const charge = Math.floor(index / TOLD.length)
    const tag = tags.get(charge) ?? randomId()
    tags.set(charge, tag)
    const end = firstEnd + (Math.floor(charge / subscriptionIds.length) + 1) * MONTH_SECONDS
    const subscriptionId = subscriptionIds[charge % subscriptionIds.length] ?? ''
    const tell = TOLD[index % TOLD.length]
    if (!tell) throw new Error('Nothing is told')
    return tell({ subscriptionId, paymentId: `pay_${tag}`, invoiceId: `inv_${tag}`, end })
  }
}

function countOf(db: Db) {
  return one(
    db,
    sql<{ stored: number; waiting: number; payments: number; offBalance: number }>`select
        (select count(*)::integer from provider_events) as stored,
        (select count(*)::integer from provider_events where applied_at is null) as waiting,
        (select count(*)::integer from payments) as payments,
        (select count(*)::integer from (select from ledger_entries group by currency
          having sum(amount_minor) <> 0) uneven) as "offBalance"`,
  )
}

const database = await openToolDatabase()
let holds: boolean
try {
  const subscriptionIds = await makeMemberships(database.db, MEMBERSHIPS)
  const app = await startAppOn({ connectionString: database.url })
  const target = {
    url: `${app.baseUrl}${WEBHOOK_PATH}`,
    secret: app.platform.razorpay.webhookSecrets.current,
  }
  const now = Math.floor(Date.now() / 1000)
  // About nobody here: warm-up events are stored, and have no effect.
  const warmUp = (): Buffer => chargedBody(`sub_${randomId()}`, `pay_${randomId()}`, now)
  await acknowledge(target, { ratePerSecond: RATE_PER_SECOND, count: WARM_UP }, warmUp)
  const count = Number(values.seconds) * RATE_PER_SECOND
  const times = await acknowledge(
    target,
    { ratePerSecond: RATE_PER_SECOND, count },
    tellOf(subscriptionIds, now),
  )
  const isSoon = reportAcknowledgements(times, RATE_PER_SECOND)
  const startedMs = performance.now()
  const runner = await startJobs(app.platform, jobs)
  const regular = startEachSecond(app.platform, eachSecond)
  let stand = await countOf(database.db)
  while (stand.waiting > 0) {
    await sleep(1000)
    stand = await countOf(database.db)
  }
  const seconds = (performance.now() - startedMs) / 1000
  await runner.stop()
  await regular.stop()
  await app.close()
  console.log(
    `${stand.stored} stored; all applied ${seconds.toFixed(0)} s after the worker started, ${stand.payments} charges posted.`,
  )
  holds =
    (isSoon || values.untimed) &&
    stand.stored === count + WARM_UP &&
    stand.payments === count / TOLD.length &&
    stand.offBalance === 0
} finally {
  await database.close()
}
console.log(holds ? 'Nothing was lost.' : 'That does not hold; see above.')
process.exit(holds ? 0 : 1)
