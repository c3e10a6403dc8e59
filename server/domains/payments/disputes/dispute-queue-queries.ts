import { sql } from '#server/platform/db/query.ts'

import { disputeColumns, disputesSql, isNoDisputeSql, suspicionColumns } from './dispute-queries.ts'

/** Those without a day stand last. */
const dueOf = (respondBy: ReturnType<typeof sql>) => sql`coalesce(${respondBy}, 'infinity'::timestamptz)`
const due = dueOf(sql`respond_by`)

/**
 * The first `limit` bank inquiries of a queue, as a table for queries of other domains: waiting ones by the day an
 * answer is due, settled ones with the latest first; after the row that the cursor names, as it is now. Each half comes
 * from an index in its order, so the whole needs `order by` {@link disputeQueueOrder} and the limit once more.
 */
export function disputeQueueSql({
  queue,
  cursor,
  limit,
}: {
  queue: 'waiting' | 'settled'
  cursor: string | null
  limit: number
}): ReturnType<typeof sql> {
  const at = (key: ReturnType<typeof sql>) =>
    sql`((select ${key} from ${disputesSql} d where d.id = ${cursor}), ${cursor})`
  if (queue === 'waiting') {
    const after = cursor === null ? sql`true` : sql`(${due}, provider_dispute_id) > ${at(due)}`
    return sql`((select ${disputeColumns} from disputes where status = 'open' and ${after}
        order by ${due}, provider_dispute_id limit ${limit})
      union all (select ${suspicionColumns} from fraud_suspicions f where ended_at is null and ${isNoDisputeSql} and ${after}
        order by ${due}, provider_dispute_id limit ${limit}))`
  }
  const after = (column: ReturnType<typeof sql>) =>
    cursor === null ? sql`true` : sql`(${column}, provider_dispute_id) < ${at(sql`settled_at`)}`
  return sql`((select ${disputeColumns} from disputes where settled_at is not null and status <> 'open' and ${after(sql`settled_at`)}
      order by settled_at desc, provider_dispute_id desc limit ${limit})
    union all (select ${suspicionColumns} from fraud_suspicions f
      where ended_at is not null and ${isNoDisputeSql} and ${after(sql`ended_at`)}
      order by ended_at desc, provider_dispute_id desc limit ${limit}))`
}

/** The order of a queue, for a query in which its rows are `d`. */
export function disputeQueueOrder(queue: 'waiting' | 'settled'): ReturnType<typeof sql> {
  return queue === 'waiting' ? sql`${dueOf(sql`d.respond_by`)}, d.id` : sql`d.settled_at desc, d.id desc`
}
