import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { settleHolds } from '#server/domains/subscriptions/holds/holds.ts'
import { syncSubscription } from '#server/domains/subscriptions/jobs.ts'
import { makeDueTransitions } from '#server/domains/subscriptions/lifecycle/due-transitions.ts'
import {
  beginStory,
  type End,
  ENDS,
  type Stage,
  type Story,
} from '#server/domains/subscriptions/lifecycle/ends-testing.ts'
import { settleClosings } from '#server/domains/subscriptions/lifecycle/page-closure.ts'
import {
  type Hearing,
  HEARINGS,
  tellOf,
  type UnheardPayment,
} from '#server/domains/subscriptions/provider-sync/hearing-testing.ts'
import { many, one, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { steerSandbox } from '../sandbox.ts'
import { startTestApp } from '../test-app.ts'

/*
 * No charge is kept after an end. It can still happen in several ways: the bank began to debit the card a day and a
 * half before the end and nobody could stop it, it agreed late to a renewal that had seemed to fail or to a first
 * payment, even of an abandoned attempt, or the provider couldn't be told of the end for two weeks. Each way to end
 * meets each way to hear. All stories of one way run side by side, because they share the clocks.
 */

const HOUR = 3600
const DAY = 24 * HOUR
/** How many stories advance at once, and how many jobs run: as many as on one server. */
const WIDTH = 4

type Kind = keyof typeof ENDS

/** How a charge comes after the end; `paidUntil` is when the first period is over. */
interface Way {
  card: string
  /** Moves the clocks to the moment of the ends. */
  toEnds?: (paidUntil: number) => Promise<void>
  /** Moves them on to shortly before the charge. */
  toCharge?: (paidUntil: number) => Promise<void>
  /** Charged when the period is over; otherwise the bank agrees to a payment that had failed. */
  isChargedOnTheDay?: boolean
}

const WAYS: Record<Kind, Way> = {
  'debited ahead': {
    card: 'ahead',
    toEnds: (paidUntil) => passTo(paidUntil, -35 * HOUR),
    isChargedOnTheDay: true,
  },
  'renewal agreed late': { card: 'renewal_fails', toEnds: (paidUntil) => passTo(paidUntil, HOUR) },
  'first payment agreed late': { card: 'declined' },
  'attempt given up, then agreed to': { card: 'declined', toEnds: () => pass(HOUR) },
  'charged two weeks on, as the provider was not told': {
    card: 'success',
    async toEnds(paidUntil) {
      await passTo(paidUntil, -15 * DAY)
      for (const pathIncludes of ['/cancel', '/pause'])
        await stage.sandbox.post('/knobs', {
          failNext: { mode: 'error_before_effect', times: 100_000, method: 'POST', pathIncludes },
        })
    },
    toCharge: (paidUntil) => passTo(paidUntil, -HOUR),
    isChargedOnTheDay: true,
  },
}

/** A member who pressed Join and was charged gets what they wanted, if it is still available (decision 0048). */
const OPENS = 'given up'
/** Nobody is left to write to. */
const UNTOLD = 'account erased'

let stage: Stage

beforeAll(async () => {
  const app = await startTestApp()
  stage = { app, sandbox: steerSandbox(app) }
})
afterAll(() => stage.app.close())

interface Case {
  name: string
  end: End
  story: Story
  hearing: Hearing
}

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const workOn = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: WIDTH }, workOn))
}

const drain = () => stage.app.drain(WIDTH)

/** Delivers the webhooks, and runs all regular jobs. */
async function settle(): Promise<void> {
  const { app, sandbox } = stage
  await sandbox.post('/drain')
  for (const job of [settleHolds, settleClosings, makeDueTransitions]) await enqueue(app.db, job, {})
  await drain()
}

async function pass(seconds: number): Promise<void> {
  await stage.app.clock.advance(stage.app.db, seconds * 1000)
  await stage.sandbox.post('/clock', { advanceSeconds: seconds })
}

/** Moves to that many seconds after a moment, or before. */
async function passTo(moment: number, offsetSeconds: number): Promise<void> {
  await pass(Math.floor((moment - stage.app.clock.now().getTime()) / 1000) + offsetSeconds)
}

async function endOf({ id }: Story): Promise<number> {
  const { accessUntil } = await one(
    stage.app.db,
    sql<{
      accessUntil: Date | null
    }>`select access_until as "accessUntil" from subscriptions where id = ${id}`,
  )
  return accessUntil?.getTime() ?? 0
}

/** Payments by the provider's subscription that requested them, the newest last. */
async function listTaken(): Promise<Map<string, { id: string; status: string }[]>> {
  const { payments } = (await stage.sandbox.get('/state')) as {
    payments: Record<string, { id: string; status: string; subscriptionId: string; createdAt: number }>
  }
  const inOrder = Object.values(payments).toSorted((first, second) => first.createdAt - second.createdAt)
  return Map.groupBy(inOrder, ({ subscriptionId }) => subscriptionId)
}

/** Ends every story in its own way, and returns the payments that come in after. No webhook reports them. */
async function chargeAfterEnds(kind: Kind): Promise<(Case & { unheard: UnheardPayment })[]> {
  const { app, sandbox } = stage
  const { card, toEnds, toCharge, isChargedOnTheDay } = WAYS[kind]
  const wanted = HEARINGS.flatMap((hearing) =>
    Object.entries<End>(ENDS[kind]).map(([name, end]) => ({ name, end, hearing })),
  )
  const cases: Case[] = []
  await each(wanted, async (about) => cases.push({ ...about, story: await beginStory(stage, about.name) }))
  await each(cases, ({ story }) => sandbox.pay(story.providerId, card))
  await settle()
  const [first] = cases
  if (!first) throw new Error('There is no story')
  const paidUntil = await endOf(first.story)
  await toEnds?.(paidUntil)
  await settle()
  await each(cases, ({ story, end }) => end(story))
  await settle()
  if (toCharge) {
    await toCharge(paidUntil)
    await settle()
  }
  await sandbox.post('/knobs', { dropProbability: 1 })
  if (isChargedOnTheDay) await passTo(paidUntil, HOUR)
  const taken = await listTaken()
  const found = cases.map((about) => {
    const { name, story } = about
    const ofStory = taken.get(story.providerId) ?? []
    const late = isChargedOnTheDay
      ? ofStory.slice(1).at(-1)
      : ofStory.find(({ status }) => status === 'failed')
    if (!late) throw new Error(`${name}: nothing came in`)
    const unheard = { memberId: story.member.id, paymentId: late.id, subscriptionId: story.providerId }
    return { ...about, unheard }
  })
  if (!isChargedOnTheDay)
    await each(found, ({ unheard }) => sandbox.post(`/payments/${unheard.paymentId}/authorize-late`))
  await sandbox.post('/knobs', { reset: true })
  await enqueue(app.db, makeDueTransitions, {})
  await drain()
  await tellOfSuccessors(cases.map(({ story }) => story))
  return found
}

/** A subscription's successor renews on its own: it is reported first, so that it isn't mistaken for the rest. */
async function tellOfSuccessors(stories: readonly Story[]): Promise<void> {
  const { db } = stage.app
  const successors = await many(
    db,
    sql<{ id: string }>`select provider_subscription_id as id from subscriptions
      where id = any(${stories.map(({ id }) => id)}::uuid[])
        and provider_subscription_id <> all(${stories.map(({ providerId }) => providerId)}::text[])`,
  )
  for (const { id } of successors) await enqueue(db, syncSubscription, { providerSubscriptionId: id })
  await drain()
}

function refundsOf(providerPaymentId: string) {
  return many(
    stage.app.db,
    sql<{ cents: number; origin: string }>`select r.amount_cents as cents, r.origin from refunds r
      join payments p on p.id = r.payment_id where p.provider_payment_id = ${providerPaymentId}`,
  )
}

describe.each(Object.keys(ENDS) as Kind[])('a charge after an end, %s', (kind) => {
  let cases: Awaited<ReturnType<typeof chargeAfterEnds>>

  beforeAll(async () => {
    cases = await chargeAfterEnds(kind)
  }, 300_000)

  // The reconciler comes last: it finds everything that the others haven't reported.
  test.each(HEARINGS.toSorted((first, second) => Number(isOfAll(first)) - Number(isOfAll(second))))(
    'reported by %s, goes back once and opens nothing',
    async (hearing) => {
      const { app } = stage
      const told = cases.filter((about) => about.hearing === hearing)
      const before = new Map<string, number>()
      for (const { name, story } of told) before.set(name, await endOf(story))
      const payments = told.map(({ unheard }) => unheard)
      // Reported twice, and found in the other ways as well: it remains one refund.
      for (const way of [hearing, hearing, 'asking about the subscription'] as const)
        await tellOf(app, payments, way, drain)
      await settle()
      const outcome: Record<string, unknown> = {}
      await each(told, async ({ name, story, unheard }) => {
        const mails = await app.mails(story.member.email)
        const why = mails.filter(({ text }) => /This payment|The plan, its price/.test(text))
        outcome[name] = {
          refunds: await refundsOf(unheard.paymentId),
          gotLonger: (await endOf(story)) > (before.get(name) ?? 0),
          isExplained: why.length > 0,
          // One mail says it is under way, another that it has left.
          isToldTwice: new Set(why.map(({ subject }) => subject)).size < why.length,
        }
      })
      const expected = (name: string) => ({
        refunds: name === OPENS ? [] : [{ cents: 1000, origin: 'rule' }],
        gotLonger: name === OPENS,
        isExplained: name !== OPENS && name !== UNTOLD,
        isToldTwice: false,
      })
      expect(outcome).toEqual(Object.fromEntries(told.map(({ name }) => [name, expected(name)])))
    },
    300_000,
  )
})

function isOfAll(hearing: Hearing): boolean {
  return hearing === 'the reconciler of payments'
}
