import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** A message in a conversation that is there for everyone; null: it stands elsewhere, or is gone. */
export function findConversationMessage(
  db: Db,
  messageId: string,
): Promise<{ channelId: string; authorId: string } | null> {
  return maybeOne(
    db,
    sql<{ channelId: string; authorId: string }>`select m.channel_id as "channelId", m.author_id as "authorId"
      from messages m join conversations c on c.id = m.channel_id join users u on u.id = m.author_id
      where m.id = ${messageId} and m.state = 'visible' and u.status <> 'suspended'`,
  )
}

/** Whom a message in a conversation is for, and whether it asks them first. */
export function listAddressees(
  db: Db,
  { channelId, authorId }: { channelId: string; authorId: string },
): Promise<{ userId: string; isRequest: boolean }[]> {
  return many(
    db,
    sql<{ userId: string; isRequest: boolean }>`select user_id as "userId", state = 'requested' as "isRequest"
      from participants where conversation_id = ${channelId} and user_id <> ${authorId}
        and state in ('active', 'requested')`,
  )
}

const KINDS = sql`('messaged', 'message_requested', 'announced')`

/** Returns how many rows of the bell were unread. */
export function markConversationRead(
  db: Db,
  { channelId, userId, now }: { channelId: string; userId: string; now: Date },
): Promise<number> {
  return run(
    db,
    sql`update notifications n set read_at = ${now}
      where n.user_id = ${userId} and n.read_at is null and n.kind in ${KINDS}
        and exists (select from messages m where m.id = n.target and m.channel_id = ${channelId})`,
  )
}
