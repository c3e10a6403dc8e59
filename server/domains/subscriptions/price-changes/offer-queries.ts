import { sql } from '#server/platform/db/query.ts'

/**
 * The price that the creator asks the member of `s` to agree to, as the lateral table `offer`; `own` is the version
 * they agreed to. Only the newest price of a plan is ever offered: an edit replaces the notice before it. It is offered
 * to members who agreed to less, judged by the terms agreed for later if those are of the same plan.
 */
export const offerSql = sql`lateral (select newest.id as version_id, newest.price_cents, notice.ends_at
    from plan_price_notices notice join plan_versions newest on newest.id = notice.plan_version_id
    where notice.plan_id = s.plan_id and (s.next_plan_id is null or s.next_plan_id = s.plan_id)
      and newest.version = (select max(v.version) from plan_versions v where v.plan_id = s.plan_id)
      and newest.price_cents > coalesce(
        (select later.price_cents from plan_versions later
          where later.id = coalesce(s.next_agreed_version_id, s.next_plan_version_id)),
        own.price_cents)) offer`
