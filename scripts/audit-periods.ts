import { inBatches, type ReadRows } from './audit-batches.ts'
import { lostToBanks, type Say } from './audit-queries.ts'

/*
 * The part of the audit that follows the paid time of each running membership from its payments through its changes to
 * its row, in whole seconds and whole cents.
 */

interface Stretch {
  from: string
  until: string
  worth: string
}

interface Running extends Stretch {
  id: string
  accessUntil: string
  carried: string
  /** The last charge: its period, and the amount without what was carried to it, at most the price. */
  paidFrom: string | null
  paidUntil: string | null
  paidWorth: string | null
}

interface Change {
  id: string
  subscription: string
  settledBy: string
  quotedAt: string
  credit: string
  charged: string
  carried: string
  from: string | null
  until: string
  worth: string | null
  formerFrom: string | null
  formerUntil: string | null
  formerWorth: string | null
}

const second = (column: string) => `floor(extract(epoch from ${column}))::bigint::text`

/**
 * The amount of a payment by that name that is on its way back; a refund that is only decided may still fail, and until
 * then the member has what it paid for.
 */
const returned = (payment: string) =>
  `(coalesce((select sum(r.amount_cents) from refunds r where r.payment_id = ${payment}.id
      and r.effective_at is not null), 0) + ${lostToBanks(payment)})`

/** Of the memberships `$1`: the newest charge that was not refunded, by when it was made. */
const LAST_CHARGE = `select distinct on (p.subscription_id) p.subscription_id, p.created_at, p.period_from, p.period_until,
    least(p.amount_cents - p.carried_cents, case p.interval when 'yearly' then v.price_cents * 108 / 1000 * 100
      else v.price_cents end) as worth
  from payments p join plan_versions v on v.id = p.plan_version_id
  where p.subscription_id = any($1) and p.kind = 'period' and ${returned('p')} < p.amount_cents
    and not exists (select from overpayments x where x.payment_id = p.id)
  order by p.subscription_id, p.captured_at desc, p.id desc`

const RUNNING = `select id from subscriptions where status in ('active', 'past_due', 'paused') and access_until is not null`

const RUNNING_PERIODS = `with charged as (${LAST_CHARGE})
  select s.id, ${second('s.access_until')} as "accessUntil", s.carried_cents::text as carried,
    ${second('s.period_from')} as "from", ${second('s.period_until')} as until, s.period_worth_cents::text as worth,
    ${second('charged.period_from')} as "paidFrom", ${second('charged.period_until')} as "paidUntil",
    charged.worth::text as "paidWorth"
  from subscriptions s left join charged on charged.subscription_id = s.id
  where s.id = any($1)`

/*
 * Changes that took effect at once since the last charge. One whose payment was refunded in full has been undone, along
 * with any change made from it until then.
 */
const CHANGES_SINCE = `with charged as (${LAST_CHARGE})
  select ch.id, ch.subscription_id as subscription, ch.settled_by as "settledBy", ${second('ch.quoted_at')} as "quotedAt",
    ch.credit_cents::text as credit, ch.charged_now_cents::text as charged, ch.carried_cents::text as carried,
    ${second('ch.period_from')} as "from", ${second('ch.starts_at')} as until, ch.period_worth_cents::text as worth,
    ${second('ch.former_period_from')} as "formerFrom", ${second('ch.former_period_until')} as "formerUntil",
    ch.former_period_worth_cents::text as "formerWorth"
  from subscription_changes ch join charged on charged.subscription_id = ch.subscription_id
  where ch.status = 'applied' and ch.timing = 'now' and ch.settled_by in ('proration', 'time')
    and ch.settled_at >= charged.created_at
    and not exists (select from subscription_changes undone join payments own on own.id = undone.payment_id
      left join returned_memberships back on back.payment_id = own.id and back.restored_at is null
      where undone.subscription_id = ch.subscription_id and undone.status = 'applied'
        and ${returned('own')} >= own.amount_cents
        and (undone.id = ch.id
          or ch.settled_at >= undone.settled_at and ch.id > undone.id and ch.settled_at <= back.returned_at))
  order by ch.subscription_id, ch.settled_at, ch.id`

function textOf({ from, until, worth }: Stretch): string {
  return `${worth} cents from ${from} to ${until}`
}

/** `amount × left / whole` without the fraction. */
function unused(amount: bigint, { from, until }: Stretch, at: string): bigint {
  const left = BigInt(until) - BigInt(at)
  const whole = BigInt(until) - BigInt(from)
  return whole === 0n ? 0n : (amount * left) / whole
}

/** The paid time after a change, as it was written; null if the change is from before that was stored. */
function stretchAfter({ from, until, worth }: Change): Stretch | null {
  return from === null || worth === null ? null : { from, until, worth }
}

function proveChange(say: Say, before: Stretch, after: Stretch, change: Change, seen: Set<string>): void {
  const name = `change ${change.id}`
  const credit = unused(BigInt(before.worth), before, change.quotedAt)
  say(credit === BigInt(change.credit), `${name}: credited ${change.credit}, but ${credit} was unused`)
  const former = { from: change.formerFrom, until: change.formerUntil, worth: change.formerWorth }
  const isKept = former.from === before.from && former.until === before.until && former.worth === before.worth
  say(isKept, `${name}: what it keeps from before is not what was paid then`)
  if (change.settledBy === 'time') {
    const isNew = after.from === change.quotedAt && after.worth === change.credit
    say(isNew || seen.has(textOf(after)), `${name}: led to ${textOf(after)}, and ${change.credit} was unused`)
    return
  }
  const isSameTime = after.from === before.from && after.until === before.until
  say(isSameTime, `${name}: an upgrade moved the period`)
  const upgradeCost = unused(BigInt(after.worth) - BigInt(before.worth), before, change.quotedAt)
  const asked = BigInt(change.charged) + BigInt(change.carried)
  // An amount waiting from an earlier upgrade is charged with it; that was less than the smallest charge.
  say(
    asked >= upgradeCost && asked - upgradeCost < 50n,
    `${name}: asked for ${asked}, but ${upgradeCost} was owed`,
  )
}

/** Each running membership's period and worth are what its payments bought and its changes made of that. */
export async function provePeriods(say: Say, read: ReadRows): Promise<void> {
  for await (const running of inBatches<{ id: string }>(read, RUNNING)) {
    const ids = running.map(({ id }) => id)
    proveStretches(say, await read<Running>(RUNNING_PERIODS, [ids]), await read<Change>(CHANGES_SINCE, [ids]))
  }
}

function proveStretches(say: Say, running: readonly Running[], changes: readonly Change[]): void {
  const changesOf = Map.groupBy(changes, ({ subscription }) => subscription)
  for (const row of running) {
    const name = `membership ${row.id}`
    say(
      row.from !== null && row.until === row.accessUntil,
      `${name}: its paid time does not end with its access`,
    )
    say(BigInt(row.carried) < 50n, `${name}: ${row.carried} cents are waiting that could have been charged`)
    if (row.paidFrom === null || row.paidUntil === null || row.paidWorth === null) continue
    let paid: Stretch | null = { from: row.paidFrom, until: row.paidUntil, worth: row.paidWorth }
    const seen = new Set([textOf(paid)])
    for (const change of changesOf.get(row.id) ?? []) {
      const after = stretchAfter(change)
      if (paid && after) proveChange(say, paid, after, change, seen)
      paid = after
      if (paid) seen.add(textOf(paid))
    }
    const isSame = paid === null || textOf(paid) === textOf(row)
    say(isSame, `${name}: holds ${textOf(row)}, its payments and changes say ${paid && textOf(paid)}`)
  }
}
