import type { OwnData } from '#contract/takeout/routes.ts'
import { type Db, many, run, sql } from '#server/platform/db/query.ts'

type OwnMessage = Omit<OwnData['messages'][number], 'writtenAt'> & { createdAt: Date }

export function listOwnMessages(db: Db, userId: string): Promise<OwnMessage[]> {
  return many(
    db,
    sql<OwnMessage>`select ch.kind, c.handle as page, m.state, m.body, m.created_at as "createdAt",
        array(select edited.body from message_edits edited
          where edited.channel_id = m.channel_id and edited.seq = m.seq order by edited.until_at) as earlier
      from messages m join channels ch on ch.id = m.channel_id left join creators c on c.id = ch.creator_id
      where m.author_id = ${userId} and m.state <> 'deleted' order by m.created_at`,
  )
}

export function listOwnReactions(db: Db, userId: string): Promise<{ emoji: string; count: number }[]> {
  return many(
    db,
    sql<{ emoji: string; count: number }>`select emoji, count(*)::integer as count from reactions
      where user_id = ${userId} group by emoji order by count desc, emoji`,
  )
}

/** What is kept about a person besides their messages and reactions. */
export async function eraseTraces(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from read_marks where user_id = ${userId}`)
  await run(db, sql`delete from hidden_badges where user_id = ${userId}`)
  await run(db, sql`delete from message_reports where user_id = ${userId}`)
}
