import type { BillingInterval } from '#contract/plans/pricing.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** What an order at the provider is made for: a first subscription, or a change of one. */
export interface OrderIntent {
  table: 'subscriptions' | 'subscription_changes'
  id: string
}

/** An order is made only while this is the status of what it is for. */
const OPEN_STATUS: Readonly<Record<OrderIntent['table'], string>> = {
  subscriptions: 'pending',
  subscription_changes: 'open',
}

/**
 * Takes the right to ask the provider, unless somebody holds it; an older claim counts as abandoned. Answers whether
 * an earlier claim existed, whose call may have had an effect that we never heard of; null when the claim is not ours.
 */
export function claimProviderCall(
  db: Db,
  { table, id }: OrderIntent,
  claim: { at: Date; abandonedBefore: Date },
): Promise<{ wasClaimedBefore: boolean } | null> {
  return maybeOne(
    db,
    sql<{ wasClaimedBefore: boolean }>`with claimable as (
        select id, provider_claimed_at from ${sql.table(table)}
        where id = ${id} and provider_subscription_id is null and status = ${OPEN_STATUS[table]}
          and (provider_claimed_at is null or provider_claimed_at < ${claim.abandonedBefore})
        for update
      )
      update ${sql.table(table)} i set provider_claimed_at = ${claim.at} from claimable where i.id = claimable.id
      returning claimable.provider_claimed_at is not null as "wasClaimedBefore"`,
  )
}

/** Gives the claim back after a failure, leaving behind that there was one. */
export async function abandonProviderCall(db: Db, { table, id }: OrderIntent): Promise<void> {
  await run(db, sql`update ${sql.table(table)} set provider_claimed_at = 'epoch' where id = ${id}`)
}

export async function setProviderSubscription(
  db: Db,
  { table, id }: OrderIntent,
  provider: { id: string; pageUrl: string | null },
): Promise<void> {
  await run(
    db,
    sql`update ${sql.table(table)} set provider_subscription_id = ${provider.id},
        provider_page_url = ${provider.pageUrl}
      where id = ${id} and provider_subscription_id is null`,
  )
}

export async function findProviderPlan(
  db: Db,
  planVersionId: string,
  interval: BillingInterval,
): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select provider_plan_id as id from provider_plans
      where plan_version_id = ${planVersionId} and interval = ${interval}`,
  )
  return row?.id ?? null
}

/** Two first joins may each have made a plan at the provider; the first one stored serves both. */
export async function keepProviderPlan(
  db: Db,
  plan: { planVersionId: string; interval: BillingInterval; providerPlanId: string },
): Promise<string> {
  await run(
    db,
    sql`insert into provider_plans (plan_version_id, interval, provider_plan_id)
      values (${plan.planVersionId}, ${plan.interval}, ${plan.providerPlanId})
      on conflict (plan_version_id, interval) do nothing`,
  )
  return (await findProviderPlan(db, plan.planVersionId, plan.interval)) ?? plan.providerPlanId
}

/** The provider is about to be told that it ends, which it cannot take back. */
export async function markProviderTold(db: Db, id: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update subscriptions set provider_told_at = coalesce(provider_told_at, ${now}) where id = ${id}`,
  )
}

/** Those that end before `endingBefore` and whose provider is not told yet: its job waits, perhaps between attempts. */
export async function listUntoldIds(db: Db, endingBefore: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select s.id from subscriptions s
      where s.cancel_at_period_end and s.status in ('active', 'past_due') and s.access_until <= ${endingBefore}
        and exists (select from graphile_worker.jobs j
          where j.key = 'cancel:' || s.id and j.locked_at is null and j.run_at > now())
      order by s.access_until limit 500`,
  )
  return rows.map(({ id }) => id)
}
