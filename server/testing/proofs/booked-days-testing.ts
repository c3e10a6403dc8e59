import { aUser } from '#server/domains/accounts/testing.ts'
import { countMinute } from '#server/domains/analytics/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import {
  bookCharge,
  bookDisputeLost,
  bookDisputeOpened,
  bookDisputeReleased,
  bookPayout,
  bookPayoutFailed,
  bookPayoutPaid,
  bookRefund,
  bookRefundFailed,
  bookRefundSent,
  type TakenBack,
} from '#server/domains/ledger/service.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

import type { TestApp } from '../test-app.ts'
import { DAY_MS } from './life-model.ts'

type Random = (below: number) => number

const CURRENCIES = ['USD', 'INR'] as const
/** The platform's shares. */
const PERCENTS = [5, 10, 25]
/** Days between two counts, and the oldest that is heard of. */
const COUNTED_EVERY_DAYS = 6
const OLDEST_DAYS = 70
/** What is heard of later than this counts for the day it is heard of. */
const RESTATED_DAYS = 35

/** When a booking was heard of, and whether its day had been shown for too long by then. */
interface Heard {
  day: string
  isLate: boolean
}

export interface BookedDays {
  creatorIds: string[]
  /** By the reference of a booking. */
  heard: Map<string, Heard>
}

/** Books charges and what becomes of them, some long after they happened, and counts now and then. */
export async function bookDays(
  app: TestApp,
  { charges, pages, random }: { charges: number; pages: number; random: Random },
): Promise<BookedDays> {
  const creatorIds: string[] = []
  for (let page = 0; page < pages; page += 1)
    creatorIds.push((await aCreator(app.db, (await aUser(app.db)).id)).id)
  const counts = 30
  const heard = new Map<string, Heard>()
  await countMinute(app)
  let countedAt = app.clock.now()
  for (let count = 0; count < counts; count += 1) {
    await app.clock.advance(app.db, COUNTED_EVERY_DAYS * DAY_MS)
    const now = app.clock.now()
    const note = (reference: string, occurredAt: Date) =>
      heard.set(reference, {
        day: now.toISOString().slice(0, 10),
        isLate: countedAt.getTime() - occurredAt.getTime() > RESTATED_DAYS * DAY_MS,
      })
    // Never within minutes of the limit, which the time this takes would move.
    const moment = () => new Date(now.getTime() - random(OLDEST_DAYS) * DAY_MS - DAY_MS / 2)
    for (let charge = 0; charge < charges / counts; charge += 1) {
      const creatorId = creatorIds[random(pages)] ?? ''
      await app.db.transaction().execute((db) => bookOne(db, { creatorId, random, moment, note }))
    }
    await countMinute(app)
    countedAt = app.clock.now()
  }
  return { creatorIds, heard }
}

/** A charge, and perhaps a refund, a dispute or a payout. */
async function bookOne(
  db: Db,
  given: {
    creatorId: string
    random: Random
    moment: () => Date
    note: (reference: string, occurredAt: Date) => void
  },
): Promise<void> {
  const { creatorId, random, moment, note } = given
  const currency = CURRENCIES[random(5) === 0 ? 1 : 0]
  const grossMinor = 100 + random(50_000)
  const feeMinor = Math.round((grossMinor * (PERCENTS[random(3)] ?? 5)) / 100)
  const paymentId = `pay_${newId(new Date())}`
  const occurredAt = moment()
  const base = { creatorId, currency, paymentId }
  await bookCharge(db, { ...base, grossMinor, feeMinor, netMinor: grossMinor - feeMinor, occurredAt })
  note(`charge:${paymentId}`, occurredAt)
  const amountMinor = 1 + random(grossMinor)
  const takenFee = Math.round((feeMinor * amountMinor) / grossMinor)
  const taken = (): TakenBack => ({
    ...base,
    id: paymentId,
    amountMinor,
    feeMinor: takenFee,
    netMinor: amountMinor - takenFee,
    occurredAt: moment(),
  })
  const made = async (kind: string, book: (db: Db, of: TakenBack) => Promise<boolean>) => {
    const of = taken()
    await book(db, of)
    note(`${kind}:${of.id}`, of.occurredAt)
  }
  const fate = random(8)
  if (fate <= 2) await made('refund', bookRefund)
  if (fate === 1) await made('refund-sent', bookRefundSent)
  if (fate === 2) await made('refund-failed', (inside, of) => bookRefundFailed(inside, of, false))
  if (fate === 3 || fate === 4) await made('dispute', bookDisputeOpened)
  if (fate === 3) await made('dispute-released', bookDisputeReleased)
  if (fate === 4) await made('dispute-lost', bookDisputeLost)
  if (fate !== 5) return
  const payout = { id: paymentId, creatorId, currency, amountMinor, occurredAt: moment() }
  await bookPayout(db, payout)
  await (random(2) === 0 ? bookPayoutPaid : bookPayoutFailed)(db, payout)
}

interface DayOfMoney {
  gross: number
  givenBack: number
  fee: number
  net: number
  correction: number
}

/**
 * What the ledger says of each page, currency and day, from the rule's text alone: its lines of the page's balance and of
 * the platform's share beside them, without what was paid out. What came too late counts for the day it was heard of.
 */
export async function recountLedger(app: TestApp, { creatorIds, heard }: BookedDays) {
  const lines = await many(
    app.db,
    sql<{
      reference: string
      page: string
      currency: string
      day: string
      account: string
      minor: number
    }>`select
        t.reference, own.page, e.currency, to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, e.account,
        e.amount_minor as minor
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join lateral (select creator_id::text as page from ledger_entries where transaction_id = t.id
          and creator_id = any(${creatorIds}::uuid[]) limit 1) own on true
      where e.account in ('creator_balance', 'platform_fees')`,
  )
  const days: Record<string, DayOfMoney> = {}
  for (const { reference, page, currency, day, account, minor } of lines) {
    if (reference.startsWith('payout')) continue
    const { day: heardOn, isLate } = heard.get(reference) ?? { day, isLate: false }
    const key = `${page} ${currency} ${isLate ? heardOn : day}`
    const sums = (days[key] ??= { gross: 0, givenBack: 0, fee: 0, net: 0, correction: 0 })
    if (account === 'platform_fees') sums.fee -= minor
    else sums.net -= minor
    if (account === 'creator_balance' && isLate) sums.correction -= minor
    if (reference.startsWith('charge:')) sums.gross -= minor
    else sums.givenBack += minor
  }
  return days
}

/** The same as it was counted. */
export async function countedDays(app: TestApp, { creatorIds }: BookedDays) {
  const rows = await many(
    app.db,
    sql<
      DayOfMoney & { key: string }
    >`select creator_id || ' ' || currency || ' ' || to_char(day, 'YYYY-MM-DD') as key,
        gross_cents as gross, given_back_cents as "givenBack", fee_cents as fee, net_cents as net,
        correction_cents as correction
      from creator_days where creator_id = any(${creatorIds}::uuid[])`,
  )
  return Object.fromEntries(rows.map(({ key, ...sums }) => [key, sums]))
}
