import type { RawBuilder } from 'kysely'

import type { Reach } from '#contract/audiences/reach.ts'
import {
  type HeldPlan,
  includesPlan,
  includesPlanSql,
  type PricedPlan,
  rankSql,
} from '#server/domains/plans/service.ts'
import { sql } from '#server/platform/db/query.ts'

/** A step of an audience: see `contract/audiences/steps.ts`. */
export interface Step {
  reach: Reach
  plans: readonly PricedPlan[]
  isExact: boolean
  fromAt: Date | null
  untilAt: Date | null
}

/** What a viewer is to the page whose audience it is. */
export interface Relation {
  isOwner: boolean
  isFollower: boolean
  /** The plans of this page that they have access through now. */
  held: readonly HeldPlan[]
}

/**
 * The one rule of who may see something: its owner, and everyone whom a step reaches that is open now. null is a
 * visitor.
 */
export function maySee(relation: Relation | null, steps: readonly Step[], now: Date): boolean {
  if (relation?.isOwner) return true
  return steps.some((step) => isOpen(step, now) && isReached(step, relation))
}

function isOpen({ fromAt, untilAt }: Step, now: Date): boolean {
  return (fromAt === null || fromAt <= now) && (untilAt === null || now < untilAt)
}

function isReached({ reach, plans, isExact }: Step, relation: Relation | null): boolean {
  if (reach === 'everyone') return true
  if (relation === null) return false
  const { held, isFollower } = relation
  if (reach === 'followers') return isFollower || held.length > 0
  if (reach === 'members') return held.length > 0
  return held.some((own) => plans.some((plan) => (isExact ? own.id === plan.id : includesPlan(own, plan))))
}

/** A moment, or a column that holds one. */
type Moment = Date | RawBuilder<unknown>

/** What the rule is asked about in a query: the columns of its audience, and of the page that owns it. */
interface Asked {
  audienceId: RawBuilder<unknown>
  creatorId: RawBuilder<unknown>
  ownerId: RawBuilder<unknown>
}

/** A user, a column that holds one, or null for a visitor. */
type ViewerId = string | RawBuilder<unknown> | null

/** Of `audience_steps step`: whether it is open. */
export function isOpenSql(now: Moment): RawBuilder<boolean> {
  return sql<boolean>`((step.from_at is null or step.from_at <= ${now}::timestamptz)
    and (step.until_at is null or ${now}::timestamptz < step.until_at))`
}

/**
 * The same as {@link maySee}, in a query that begins with the viewer's plans: a table `held` with the columns
 * `creator_id`, `id` and `rank` (`heldPlanColumns`).
 */
export function maySeeSql(
  { viewerId, now }: { viewerId: ViewerId; now: Date },
  { audienceId, creatorId, ownerId }: Asked,
): RawBuilder<boolean> {
  return sql<boolean>`(${ownerId} is not distinct from ${viewerId}::uuid or exists (
    select from audience_steps step where step.audience_id = ${audienceId} and ${isOpenSql(now)}
      and ${isReachedSql(viewerId, creatorId)}))`
}

/** Of `audience_steps step`: whether it reaches a viewer with the plans `held`, as in {@link maySeeSql}. */
export function isReachedSql(viewerId: ViewerId, creatorId: RawBuilder<unknown>): RawBuilder<boolean> {
  const holdsAnySql = sql`exists (select from held own where own.creator_id = ${creatorId})`
  return sql<boolean>`case step.reach
        when 'everyone' then true
        when 'followers' then ${holdsAnySql} or exists (
          select from follows f where f.user_id = ${viewerId}::uuid and f.creator_id = ${creatorId})
        when 'members' then ${holdsAnySql}
        else exists (select from audience_step_plans named join plans pp on pp.id = named.plan_id
            join held own on own.creator_id = ${creatorId}
          where named.audience_id = step.audience_id and named.position = step.position and ${isHeldSql})
      end`
}

/** Whether the holder of `own` is reached by a step that names the plan `pp`. */
const isHeldSql = sql<boolean>`case when step.is_exact then own.id = pp.id else ${includesPlanSql} end`

/** Whether an audience is open to everyone now, visitors included. */
export function isForEveryoneSql(now: Moment, audienceId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from audience_steps step
    where step.audience_id = ${audienceId} and step.reach = 'everyone' and ${isOpenSql(now)})`
}

/** Whether a step of an audience begins or ends after that. */
export function hasMomentsSql(audienceId: RawBuilder<unknown>, now: Moment): RawBuilder<boolean> {
  return sql<boolean>`exists (select from audience_steps step where step.audience_id = ${audienceId}
    and (step.from_at > ${now}::timestamptz or step.until_at > ${now}::timestamptz))`
}

/**
 * The plan to join for an audience, as a table of at most one row with the columns of `plans`: the cheapest of those
 * that open it now, or else of those that open it next; one that can still be joined before one that can't. A step that
 * names plans is opened by dearer ones too, unless it is exact, so a plan that is no longer sold leaves its posts to the
 * next one above it. `isForSale`: there is somebody to sell to; those who may see it are told the plan it was made for.
 */
export function plansThatOpenSql(
  now: Date,
  { audienceId, creatorId }: Pick<Asked, 'audienceId' | 'creatorId'>,
  isForSale: RawBuilder<boolean> = sql<boolean>`true`,
): RawBuilder<unknown> {
  const isAheadSql = sql`coalesce(step.from_at > ${now}::timestamptz, false)`
  // What a step names is read once, and not for each plan of the page.
  return sql`select pp.* from audience_steps step
      cross join lateral (select array_agg(wanted.id) as ids, min(${rankSql(sql`wanted`)}) as lowest_rank
        from audience_step_plans named join plans wanted on wanted.id = named.plan_id
        where step.reach = 'plans' and named.audience_id = step.audience_id and named.position = step.position) named
      join plans pp on pp.creator_id = ${creatorId}
    where step.audience_id = ${audienceId} and (step.until_at is null or ${now}::timestamptz < step.until_at)
      and case step.reach
        when 'members' then pp.archived_at is null
        when 'plans' then pp.id = any(named.ids) or (${isForSale} and pp.archived_at is null and not step.is_exact
          and ${rankSql(sql`pp`)} > named.lowest_rank)
        else false end
    order by ${isAheadSql}, case when ${isAheadSql} then step.from_at end, pp.archived_at is not null,
      ${rankSql(sql`pp`)}, pp.id limit 1`
}

/**
 * Whether holding the plan `own` from `since` to `now` opened what an audience is for, which wasn't free when that
 * began.
 */
export function isOpenedByPlanSql(
  { since, now }: { since: Moment; now: Moment },
  audienceId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from audience_steps step
      where step.audience_id = ${audienceId} and (step.from_at is null or step.from_at <= ${now}::timestamptz)
        and (step.until_at is null or step.until_at > ${since}::timestamptz)
        and case step.reach
          when 'members' then true
          when 'plans' then exists (select from audience_step_plans named join plans pp on pp.id = named.plan_id
            where named.audience_id = step.audience_id and named.position = step.position and ${isHeldSql})
          else false end)
    and not exists (select from audience_steps step
      where step.audience_id = ${audienceId} and step.reach in ('everyone', 'followers')
        and (step.from_at is null or step.from_at <= ${since}::timestamptz)
        and (step.until_at is null or step.until_at > ${since}::timestamptz)))`
}
