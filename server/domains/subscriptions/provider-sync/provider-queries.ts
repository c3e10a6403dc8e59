import type { BillingInterval } from '#contract/plans/pricing.ts'
import type { ProviderDates } from '#contract/subscriptions/engine/coming-charges.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** What an order at the provider is for: a first subscription, or a change of one. */
export interface OrderIntent {
  table: 'subscriptions' | 'subscription_changes'
  id: string
}

/** An order is made only while its intent has this status. */
const OPEN_STATUS: Readonly<Record<OrderIntent['table'], string>> = {
  subscriptions: 'pending',
  subscription_changes: 'open',
}

/**
 * Takes the right to call the provider, unless another claim is held; an older one counts as abandoned. Answers whether
 * there was an earlier claim, whose call may have had an effect that we never heard of; null if we didn't get the
 * claim.
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

/** Releases the claim after a failure, recording that there was one. */
export async function abandonProviderCall(db: Db, { table, id }: OrderIntent): Promise<void> {
  await run(db, sql`update ${sql.table(table)} set provider_claimed_at = 'epoch' where id = ${id}`)
}

/** Records which of the provider's subscriptions an intent is, unless one is recorded; answers the recorded id. */
export async function setProviderSubscription(
  db: Db,
  { table, id }: OrderIntent,
  provider: { id: string; pageUrl: string | null },
): Promise<string | null> {
  await run(
    db,
    sql`update ${sql.table(table)} set provider_subscription_id = ${provider.id},
        provider_page_url = ${provider.pageUrl}
      where id = ${id} and provider_subscription_id is null`,
  )
  const row = await maybeOne(
    db,
    sql<{ keptId: string | null }>`select provider_subscription_id as "keptId" from ${sql.table(table)}
      where id = ${id}`,
  )
  return row?.keptId ?? null
}

/** The intent with this id; null if it isn't ours. */
export async function findOrderIntent(db: Db, id: string): Promise<OrderIntent | null> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return null
  return maybeOne(
    db,
    sql<OrderIntent>`select 'subscriptions' as table, id from subscriptions where id = ${id}
      union all select 'subscription_changes', id from subscription_changes where id = ${id}`,
  )
}

/** Which of the provider's subscriptions we know as the present or a former one of ours, or of a change. */
export async function listKnownProviderIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const wanted = sql`any(${[...ids]}::text[])`
  const rows = await many(
    db,
    sql<{ id: string }>`select provider_subscription_id as id from subscriptions
        where provider_subscription_id = ${wanted}
      union select provider_subscription_id from subscription_changes where provider_subscription_id = ${wanted}
      union select replaced_provider_id from subscription_changes where replaced_provider_id = ${wanted}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Intents whose call to the provider ended without an answer, as a table: the call may have had its effect. */
const lostOrders = sql`(
    select 'subscriptions' as kind, id, plan_version_id, interval, created_at, provider_claimed_at from subscriptions
      where provider_subscription_id is null and provider_claimed_at is not null
    union all
    select 'subscription_changes', id, plan_version_id, interval, created_at, provider_claimed_at
      from subscription_changes where provider_subscription_id is null and provider_claimed_at is not null
  ) lost join provider_plans plan using (plan_version_id, interval)`

/** The provider's plans used in unanswered orders, and since when. */
export function listPlansWithLostOrders(
  db: Db,
  { claimedBefore, createdSince }: { claimedBefore: Date; createdSince: Date },
): Promise<{ providerPlanId: string; since: Date }[]> {
  return many(
    db,
    sql<{ providerPlanId: string; since: Date }>`select plan.provider_plan_id as "providerPlanId",
        min(lost.created_at) as since from ${lostOrders}
      where lost.provider_claimed_at < ${claimedBefore} and lost.created_at > ${createdSince} group by 1`,
  )
}

/** Forgets the calls for intents older than that, which had no effect: a retry need not look for one first. */
export async function forgetLostOrders(db: Db, providerPlanId: string, createdBefore: Date): Promise<void> {
  for (const table of ['subscriptions', 'subscription_changes'] as const)
    await run(
      db,
      sql`update ${sql.table(table)} set provider_claimed_at = null where provider_claimed_at = 'epoch'
        and id in (select lost.id from ${lostOrders} where lost.kind = ${table}
          and plan.provider_plan_id = ${providerPlanId} and lost.created_at < ${createdBefore})`,
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

/** Two first joins may each have created a plan at the provider; the first one stored serves both. */
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

/** Records that the provider is about to be told of its end, which it can't take back. */
export async function markProviderTold(db: Db, id: string, now: Date): Promise<void> {
  await run(
    db,
    sql`update subscriptions set provider_told_at = coalesce(provider_told_at, ${now}) where id = ${id}`,
  )
}

/**
 * Subscriptions that end before `endingBefore` and whose provider has not been told: its job waits, perhaps between
 * attempts.
 */
export function listUntold(
  db: Db,
  endingBefore: Date,
): Promise<{ id: string; accessUntil: Date; cardIsInternational: boolean | null }[]> {
  return many(
    db,
    sql<{
      id: string
      accessUntil: Date
      cardIsInternational: boolean | null
    }>`select s.id, s.access_until as "accessUntil", s.card_is_international as "cardIsInternational"
      from subscriptions s
      where s.cancel_at_period_end and s.status in ('active', 'past_due') and s.access_until <= ${endingBefore}
        and exists (select from jobs j
          where j.key = 'cancel:' || s.id and j.locked_until is null and j.run_at > now())
      order by s.access_until limit 500`,
  )
}

/** Stores the provider's calendar where it differs from ours; null: it charges nothing any more. */
export async function setProviderDates(db: Db, id: string, told: ProviderDates): Promise<void> {
  await run(
    db,
    sql`update subscriptions set provider_charge_at = ${told.chargeAt}::timestamptz,
        provider_starts_at = coalesce(${told.startsAt}::timestamptz, provider_starts_at)
      where id = ${id} and (provider_charge_at is distinct from ${told.chargeAt}::timestamptz
        or provider_starts_at is distinct from coalesce(${told.startsAt}::timestamptz, provider_starts_at))`,
  )
}

/** Another card may be charged from now on, and its country is not known. */
export async function forgetCardOrigin(db: Db, id: string): Promise<void> {
  await run(db, sql`update subscriptions set card_is_international = null where id = ${id}`)
}
