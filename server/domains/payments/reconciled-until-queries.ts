import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** The jobs that ask the provider every quarter of an hour for what webhooks did not report. */
export type Reconciler = 'payments' | 'refunds'

/**
 * How far back a reconciler asks: always at least `overlapMs`, for what the provider decides late; and further if it
 * hasn't completed a run for a while, because the server was down or the provider did not answer.
 */
export async function reconcileSince(
  db: Db,
  name: Reconciler,
  { now, overlapMs }: { now: Date; overlapMs: number },
): Promise<Date> {
  const known = await maybeOne(
    db,
    sql<{ until: Date }>`select until from reconciled_until where name = ${name}`,
  )
  const until = known && known.until < now ? known.until : now
  return new Date(until.getTime() - overlapMs)
}

/** Everything the provider had at that moment was queried, and what was new is stored or queued. */
export async function noteReconciled(db: Db, name: Reconciler, until: Date): Promise<void> {
  await run(
    db,
    sql`insert into reconciled_until (name, until) values (${name}, ${until})
      on conflict (name) do update set until = excluded.until`,
  )
}
