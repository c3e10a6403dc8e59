import { type Db, many, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export async function findAudienceId(db: Db, creatorId: string, digest: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select id from audiences where creator_id = ${creatorId} and digest = ${digest}`,
  )
  return row?.id ?? null
}

/** Returns the audience's id: that of another with the same steps, if there has been one since we looked. */
export async function insertAudience(
  db: Db,
  audience: { id: string; creatorId: string; digest: string },
): Promise<{ id: string; isNew: boolean }> {
  const { id, creatorId, digest } = audience
  return one(
    db,
    // Updating nothing makes the row that was there before come back.
    sql<{ id: string; isNew: boolean }>`insert into audiences as kept (id, creator_id, digest)
      values (${id}, ${creatorId}, ${digest})
      on conflict (creator_id, digest) do update set digest = kept.digest
      returning id, id = ${id}::uuid as "isNew"`,
  )
}

export async function insertStep(
  db: Db,
  step: {
    audienceId: string
    position: number
    reach: string
    isExact: boolean
    fromAt: Date | null
    untilAt: Date | null
    planIds: readonly string[]
  },
): Promise<void> {
  const { audienceId, position, planIds } = step
  await run(
    db,
    sql`insert into audience_steps (audience_id, position, reach, is_exact, from_at, until_at)
      values (${audienceId}, ${position}, ${step.reach}, ${step.isExact}, ${step.fromAt}, ${step.untilAt})`,
  )
  if (planIds.length > 0)
    await run(
      db,
      sql`insert into audience_step_plans (audience_id, position, plan_id)
        select ${audienceId}, ${position}, plan_id from unnest(${[...planIds]}::uuid[]) plan_id`,
    )
}

/** Notes when the steps of a new audience begin and end, so that {@link takeDueMoments} finds the moments to come. */
export async function insertMoments(db: Db, audienceId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`insert into audience_moments (at, audience_id, is_opening)
      select from_at, audience_id, true from audience_steps
        where audience_id = ${audienceId} and from_at > ${now}::timestamptz
      union select until_at, audience_id, false from audience_steps
        where audience_id = ${audienceId} and until_at > ${now}::timestamptz`,
  )
}

/** Moments that have come, taken for good; those that another node is taking are left to it. */
export function takeDueMoments(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ audienceId: string; creatorId: string; isOpening: boolean }[]> {
  return many(
    db,
    sql<{ audienceId: string; creatorId: string; isOpening: boolean }>`delete from audience_moments moment
      using (select at, audience_id, is_opening from audience_moments where at <= ${now}
          order by at, audience_id limit ${limit} for update skip locked) due, audiences a
      where moment.at = due.at and moment.audience_id = due.audience_id and moment.is_opening = due.is_opening
        and a.id = moment.audience_id
      returning moment.audience_id as "audienceId", a.creator_id as "creatorId", moment.is_opening as "isOpening"`,
  )
}
