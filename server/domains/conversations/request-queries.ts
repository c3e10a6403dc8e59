import { type Db, many, run, sql } from '#server/platform/db/query.ts'

/** Requests from before then that still have a text, and its messages. */
export function listGoneRequests(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ id: string; messageIds: string[] }[]> {
  return many(
    db,
    sql<{ id: string; messageIds: string[] }>`select c.id, array(select m.id from messages m
          where m.channel_id = c.id and m.author_id = c.requested_by and m.state <> 'deleted') as "messageIds"
      from conversations c where c.requested_by is not null and c.requested_at <= ${before}
        and exists (select from participants p where p.conversation_id = c.id and p.last_at is not null)
      order by c.requested_at limit ${limit}`,
  )
}

export async function takeOffLists(db: Db, ids: readonly string[]): Promise<void> {
  await run(
    db,
    sql`update participants set last_at = null, is_unread = false where conversation_id = any(${[...ids]}::uuid[])`,
  )
}

export async function deleteOldRequestNotes(db: Db, before: Date): Promise<void> {
  await run(db, sql`delete from message_requests where asked_at < ${before}`)
}
