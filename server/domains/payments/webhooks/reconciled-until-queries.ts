import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** What asks the provider every quarter of an hour for what webhooks did not tell. */
export type Reconciler = 'payments' | 'refunds'

/**
 * Since when a reconciler asks: always at least `overlapMs` back, for what the provider decides late; and further where
 * it has not come to its end for a while, because the server was down or the provider did not answer.
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

/** Everything the provider had at that moment was asked for, and what was news is kept or queued. */
export async function noteReconciled(db: Db, name: Reconciler, until: Date): Promise<void> {
  await run(
    db,
    sql`insert into reconciled_until (name, until) values (${name}, ${until})
      on conflict (name) do update set until = excluded.until`,
  )
}
