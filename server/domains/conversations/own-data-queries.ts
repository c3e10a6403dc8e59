import { type Db, many, run, sql } from '#server/platform/db/query.ts'

interface OwnConversation {
  kind: 'pair' | 'group'
  name: string
  page: string | null
  state: string
  since: Date
}

/** The conversations a person is in; whom they are with is the others' data. */
export function listOwnConversations(db: Db, userId: string): Promise<OwnConversation[]> {
  return many(
    db,
    sql<OwnConversation>`select c.kind, c.name, page.handle as page, p.state, p.joined_at as since
      from participants p join conversations c on c.id = p.conversation_id
        left join creators page on page.id = c.creator_id
      where p.user_id = ${userId} order by p.joined_at, c.id`,
  )
}

export function listOwnAnnouncements(db: Db, creatorId: string): Promise<{ body: string; at: Date }[]> {
  return many(
    db,
    sql<{ body: string; at: Date }>`select body, created_at as at from announcements
      where creator_id = ${creatorId} order by created_at`,
  )
}

/** What is kept about a person. They stay in their conversations, as a former member, so that the others find them. */
export async function eraseConversations(db: Db, userId: string, creatorId: string | null): Promise<void> {
  await run(db, sql`delete from message_rules where user_id = ${userId}`)
  await run(db, sql`delete from message_requests where user_id = ${userId}`)
  await run(db, sql`delete from announcement_deliveries where user_id = ${userId}`)
  await run(db, sql`delete from announcements where creator_id = ${creatorId}::uuid`)
  await run(db, sql`update conversations set name = '', owner_id = null where owner_id = ${userId}`)
  await run(
    db,
    sql`update participants p set state = 'left', is_unread = false, last_at = null
      where p.user_id = ${userId} and p.is_group`,
  )
  // What they asked and nobody answered goes with them.
  await run(
    db,
    sql`update participants p set state = 'declined', is_unread = false, last_at = null
      from conversations c where c.id = p.conversation_id and c.requested_by = ${userId}
        and p.user_id <> ${userId} and p.state = 'requested'`,
  )
}
