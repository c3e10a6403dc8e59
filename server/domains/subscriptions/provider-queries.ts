import type { BillingInterval } from '#contract/plans/pricing.ts'
import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

/**
 * Takes the right to ask the provider, unless somebody holds it; an older claim counts as abandoned. Answers whether
 * an earlier claim existed, whose call may have had an effect that we never heard of; null when the claim is not ours.
 */
export function claimProviderCall(
  db: Db,
  id: string,
  claim: { at: Date; abandonedBefore: Date },
): Promise<{ wasClaimedBefore: boolean } | null> {
  return maybeOne(
    db,
    sql<{ wasClaimedBefore: boolean }>`with claimable as (
        select id, provider_claimed_at from subscriptions
        where id = ${id} and provider_subscription_id is null and status = 'pending'
          and (provider_claimed_at is null or provider_claimed_at < ${claim.abandonedBefore})
        for update
      )
      update subscriptions s set provider_claimed_at = ${claim.at} from claimable where s.id = claimable.id
      returning claimable.provider_claimed_at is not null as "wasClaimedBefore"`,
  )
}

/** Gives the claim back after a failure, leaving behind that there was one. */
export async function abandonProviderCall(db: Db, id: string): Promise<void> {
  await run(db, sql`update subscriptions set provider_claimed_at = 'epoch' where id = ${id}`)
}

export async function setProviderSubscription(
  db: Db,
  id: string,
  provider: { id: string; pageUrl: string | null },
): Promise<void> {
  await run(
    db,
    sql`update subscriptions set provider_subscription_id = ${provider.id}, provider_page_url = ${provider.pageUrl}
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
