import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** What the operator decided about a page for a time; null: nothing. A job empties each at its end. */
export interface PageLimits {
  unlistedUntil: Date | null
  labelledUntil: Date | null
  postingStoppedUntil: Date | null
  joiningStoppedUntil: Date | null
  payoutsHeldUntil: Date | null
}

const NONE: PageLimits = {
  unlistedUntil: null,
  labelledUntil: null,
  postingStoppedUntil: null,
  joiningStoppedUntil: null,
  payoutsHeldUntil: null,
}

const COLUMNS = {
  label: 'labelled_until',
  unlist: 'unlisted_until',
  stop_posting: 'posting_stopped_until',
  stop_joining: 'joining_stopped_until',
  hold_payouts: 'payouts_held_until',
} as const
export type LimitName = keyof typeof COLUMNS

/** A page that is gone has no limits. */
export async function findPageLimits(db: Db, creatorId: string): Promise<PageLimits> {
  const row = await maybeOne(
    db,
    sql<PageLimits>`select unlisted_until as "unlistedUntil", labelled_until as "labelledUntil",
        posting_stopped_until as "postingStoppedUntil", joining_stopped_until as "joiningStoppedUntil",
        payouts_held_until as "payoutsHeldUntil"
      from creators where id = ${creatorId}`,
  )
  return row ?? NONE
}

export async function setPageLimit(
  db: Db,
  creatorId: string,
  { limit, until }: { limit: LimitName; until: Date | null },
): Promise<void> {
  await run(db, sql`update creators set ${sql.ref(COLUMNS[limit])} = ${until} where id = ${creatorId}`)
}

/** Makes a page one for adults with its label, and gives its owner back what they had chosen with the label's end. */
export async function followLabel(db: Db, creatorId: string): Promise<void> {
  await run(
    db,
    sql`update creators set is_adult = labelled_until is not null or (is_adult and not adult_by_label),
        adult_by_label = labelled_until is not null and (adult_by_label or not is_adult)
      where id = ${creatorId}`,
  )
}
