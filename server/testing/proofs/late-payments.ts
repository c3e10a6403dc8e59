import type { PlanRow } from '#server/domains/plans/service.ts'
import { many, sql } from '#server/platform/db/query.ts'

import type { TestApp } from '../app-on-database.ts'
import { type PaymentSandbox, steerSandbox } from '../sandbox.ts'
import { aJoiner, aPageToJoin, join, reconcileOnce } from './joins.ts'
import { type Chance, chanceOf, type Finding, inParallel, noneOf, type ProofSize } from './proof.ts'

const WIDTH = 4
const HOUR_SECONDS = 3600
/** A bank may authorize a payment this long after it failed. */
const LATE_HOURS = 71
/** How long an attempt may stay open before a card is tried. */
const HESITATION_HOURS = 96
/** Nobody has paid without access, or without the money going back, for longer than this. */
const ALLOWED_SECONDS = 15 * 60
const MOMENTS = 30

const FIRST_CARDS = ['declined', 'timeout', 'expired'] as const
const AFTERWARDS = ['nothing', 'another card', 'the other plan', 'the other plan, unpaid'] as const

type Step = 'joins' | 'pays and fails' | 'goes on' | 'is authorized late'

interface Case {
  memberId: string
  steps: { at: number; step: Step }[]
  card: (typeof FIRST_CARDS)[number]
  afterwards: (typeof AFTERWARDS)[number]
  session: Awaited<ReturnType<typeof aJoiner>>['session']
  providerId: string
  failedPaymentId: string
}

/** The times of the steps, as numbers of moments. */
function planCase(chance: Chance): Pick<Case, 'steps' | 'card' | 'afterwards'> {
  const momentsOf = (hours: number) => Math.floor((hours / (LATE_HOURS + HESITATION_HOURS)) * MOMENTS)
  const paysAt = chance.below(momentsOf(HESITATION_HOURS) + 1)
  const lateAt = paysAt + 1 + chance.below(momentsOf(LATE_HOURS) - 1)
  const goesOnAt = paysAt + chance.below(MOMENTS - paysAt)
  return {
    card: chance.oneOf(FIRST_CARDS),
    afterwards: chance.oneOf(AFTERWARDS),
    steps: [
      { at: 0, step: 'joins' },
      { at: paysAt, step: 'pays and fails' },
      { at: goesOnAt, step: 'goes on' },
      { at: lateAt, step: 'is authorized late' },
    ],
  }
}

/**
 * Failed payments, after which the member closed the window, that the bank authorizes up to three days later, while
 * webhooks are lost, doubled and out of order. Meanwhile the member may have paid with another card or joined another
 * plan. Nobody has paid without access, and nobody twice, for longer than a pass of the reconciler.
 */
export async function proveLatePayments(app: TestApp, { seed, count }: ProofSize): Promise<Finding[]> {
  const sandbox = steerSandbox(app)
  const chance = chanceOf(seed)
  const { plan, otherPlan } = await aPageToJoin(app)
  await sandbox.post('/knobs', { seed, dropProbability: 0.3, duplicateProbability: 0.2, reorderWindow: 5 })
  const cases: Case[] = []
  await inParallel(count, WIDTH, async () => {
    const { id, session } = await aJoiner(app)
    cases.push({ memberId: id, session, providerId: '', failedPaymentId: '', ...planCase(chance) })
  })
  const problems: unknown[] = []
  const refusals = new Map<string, number>()
  let late = 0
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const due = chance.shuffled(
      cases.flatMap((one) => one.steps.filter(({ at }) => at === moment).map(({ step }) => ({ one, step }))),
    )
    // The steps of one member run one after another.
    const order: Step[] = ['joins', 'pays and fails', 'goes on', 'is authorized late']
    due.sort((left, right) => order.indexOf(left.step) - order.indexOf(right.step))
    for (const { one, step } of due) {
      const refusal = await take(app, sandbox, one, step, { plan, otherPlan })
      if (refusal) refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1)
      else if (step === 'is authorized late') late += 1
    }
    await sandbox.deliver()
    await pass(app, sandbox, ALLOWED_SECONDS)
    await reconcileOnce(app)
    problems.push(...(await unsettled(app, sandbox, cases)).map((problem) => ({ moment, ...problem })))
    await pass(app, sandbox, ((LATE_HOURS + HESITATION_HOURS) / MOMENTS) * HOUR_SECONDS - ALLOWED_SECONDS)
  }
  const { active, returned } = await countEnds(app)
  const unexpected = [...refusals].map(([text, times]) => `${times} × ${text}`)
  return [
    {
      promise: 'payments were authorized late',
      holds: late >= count / 2,
      seen: `${late} of ${count}; the provider refused: ${unexpected.join(', ') || 'none'}`,
    },
    noneOf(
      'nobody has paid without access, or twice, for longer than 15 minutes',
      problems,
      `${active} payments opened access, ${returned} went back by rule`,
    ),
  ]
}

async function pass(app: TestApp, sandbox: PaymentSandbox, seconds: number): Promise<void> {
  await app.clock.advance(app.db, seconds * 1000)
  await sandbox.post('/clock', { advanceSeconds: Math.round(seconds) })
}

/** Returns the provider's refusal, or null. */
async function take(
  app: TestApp,
  sandbox: PaymentSandbox,
  one: Case,
  step: Step,
  { plan, otherPlan }: { plan: PlanRow; otherPlan: PlanRow },
): Promise<string | null> {
  try {
    if (step === 'joins') one.providerId = (await join(app, one.session, plan)).body.subscriptionId
    if (step === 'pays and fails') {
      // An order can be paid for half an hour; after that the member opens the window again.
      one.providerId = (await join(app, one.session, plan)).body.subscriptionId
      const failed = (await sandbox.post('/pay', { subscription_id: one.providerId, card: one.card })) as {
        payment_id?: string
        error?: { metadata?: { payment_id?: string } }
      }
      one.failedPaymentId = failed.error?.metadata?.payment_id ?? failed.payment_id ?? ''
    }
    if (step === 'is authorized late') await sandbox.post(`/payments/${one.failedPaymentId}/authorize-late`)
    if (step === 'goes on' && one.afterwards === 'another card') {
      const { body, status } = await join(app, one.session, plan)
      if (status === 200) await sandbox.pay(body.subscriptionId)
    }
    if (step === 'goes on' && one.afterwards.startsWith('the other plan')) {
      const { body, status } = await join(app, one.session, otherPlan)
      if (status === 200 && one.afterwards === 'the other plan') await sandbox.pay(body.subscriptionId)
    }
    return null
  } catch (error) {
    return /"description":"([^"]+)"/.exec(String(error))?.[1] ?? String(error)
  }
}

interface Standing {
  memberId: string
  hasAccess: boolean
  isReturned: boolean
}

/**
 * Captured payments at the provider that neither opened access nor are on their way back, and members who paid twice.
 */
async function unsettled(
  app: TestApp,
  sandbox: PaymentSandbox,
  cases: readonly Case[],
): Promise<{ paymentId?: string; memberId?: string; problem: string }[]> {
  const state = (await sandbox.get('/state')) as {
    payments: Record<string, { id: string; isCaptured: boolean }>
  }
  const rows = await many(
    app.db,
    sql<
      Standing & { paymentId: string }
    >`select p.provider_payment_id as "paymentId", p.member_id as "memberId",
        s.access_until > ${app.clock.now()} as "hasAccess", p.refunded_cents = p.amount_cents as "isReturned"
      from payments p join subscriptions s on s.id = p.subscription_id`,
  )
  const booked = new Map(rows.map((row) => [row.paymentId, row]))
  const captured = Object.values(state.payments).filter(({ isCaptured }) => isCaptured)
  const unbooked = captured
    .filter(({ id }) => !booked.has(id))
    .map(({ id }) => ({ paymentId: id, problem: 'captured and not booked' }))
  const shut = rows
    .filter(({ hasAccess, isReturned }) => !hasAccess && !isReturned)
    .map(({ paymentId }) => ({ paymentId, problem: 'paid without access' }))
  const twice = cases
    .filter(({ memberId }) => rows.filter((row) => row.memberId === memberId && !row.isReturned).length > 1)
    .map(({ memberId }) => ({ memberId, problem: 'paid twice' }))
  return [...unbooked, ...shut, ...twice]
}

async function countEnds(app: TestApp): Promise<{ active: number; returned: number }> {
  const rows = await many(
    app.db,
    sql<{ isReturned: boolean }>`select refunded_cents = amount_cents as "isReturned" from payments`,
  )
  const returned = rows.filter(({ isReturned }) => isReturned).length
  return { active: rows.length - returned, returned }
}
