import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'

/** What a bank asks of a payment, or took, and how much of it platform and creator have given so far. In cents. */
export interface Claim {
  id: string
  isLost: boolean
  askedCents: number
  /** What the dispute holds, or held when it was lost. */
  heldCents: number
  /** What was lost beyond that, and is not yet taken from platform and creator: the platform bears it. */
  borneCents: number
  /** Whether something was ever held. */
  hasHeld: boolean
}

/** The open and the lost disputes of a payment, in the order in which they were opened. The payment is locked. */
export function listClaims(db: Db, paymentId: string): Promise<Claim[]> {
  return many(
    db,
    sql<Claim>`select d.provider_dispute_id as id, d.status = 'lost' as "isLost",
        coalesce(d.asked_cents, d.amount_cents) as "askedCents", d.amount_cents as "heldCents",
        ${borneCentsSql(sql`d.provider_dispute_id`)} as "borneCents",
        d.amount_cents > 0 or exists (select from dispute_changes c
          where c.provider_dispute_id = d.provider_dispute_id and not c.of_loss) as "hasHeld"
      from disputes d where d.payment_id = ${paymentId} and d.status in ('open', 'lost')
      order by d.opened_at, d.provider_dispute_id`,
  )
}

/** What the platform bears of a lost dispute, whose id is a qualified column. */
export function borneCentsSql(disputeId: ReturnType<typeof sql>): ReturnType<typeof sql> {
  return sql`(coalesce((select loss.amount_cents from dispute_losses loss
      where loss.provider_dispute_id = ${disputeId}), 0)
    - coalesce((select sum(later.amount_cents) from dispute_changes later
        where later.provider_dispute_id = ${disputeId} and later.of_loss), 0))::bigint`
}

/** Whether a bank asks for a payment, and has not decided: nothing of it is paid back until then. */
export async function isPaymentDisputed(db: Db, paymentId: string): Promise<boolean> {
  const { isDisputed } = await one(
    db,
    sql<{ isDisputed: boolean }>`select exists (select from disputes
      where payment_id = ${paymentId} and status = 'open') as "isDisputed"`,
  )
  return isDisputed
}

interface Part {
  amountCents: number
  feeCents: number
  netCents: number
}

/** Adds to what an open dispute holds; negative: takes from it. */
export async function addHeld(db: Db, disputeId: string, part: Part): Promise<void> {
  await run(
    db,
    sql`update disputes set amount_cents = amount_cents + ${part.amountCents}, fee_cents = fee_cents + ${part.feeCents},
        net_cents = net_cents + ${part.netCents}
      where provider_dispute_id = ${disputeId}`,
  )
}

export async function insertDisputeChange(
  db: Db,
  change: Part & { id: string; disputeId: string; isOfLoss: boolean; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into dispute_changes (id, provider_dispute_id, amount_cents, fee_cents, net_cents, of_loss, changed_at)
      values (${change.id}, ${change.disputeId}, ${change.amountCents}, ${change.feeCents}, ${change.netCents},
        ${change.isOfLoss}, ${change.now})`,
  )
}
