import { type Db, many, run, sql } from '#server/platform/db/query.ts'

export function listOwnVotes(
  db: Db,
  userId: string,
): Promise<{ page: string; question: string; options: string[]; weight: number; votedAt: Date }[]> {
  return many(
    db,
    sql<{
      page: string
      question: string
      options: string[]
      weight: number
      votedAt: Date
    }>`select c.handle as page,
        p.question, v.weight, v.voted_at as "votedAt", array(select o.text from poll_options o
          where o.poll_id = p.id and o.position = any(v.options) order by o.position) as options
      from poll_votes v join polls p on p.id = v.poll_id join creators c on c.id = p.creator_id
      where v.user_id = ${userId} order by v.id`,
  )
}

export function listOwnPolls(
  db: Db,
  creatorId: string,
): Promise<{ question: string; options: string[]; createdAt: Date }[]> {
  return many(
    db,
    sql<{
      question: string
      options: string[]
      createdAt: Date
    }>`select p.question, p.created_at as "createdAt",
        array(select o.text from poll_options o where o.poll_id = p.id order by o.position) as options
      from polls p where p.creator_id = ${creatorId} order by p.id`,
  )
}

export async function unnameVotes(db: Db, userId: string): Promise<void> {
  await run(db, sql`update poll_votes set user_id = null where user_id = ${userId}`)
}

/** Takes the pictures that somebody uploaded out of the options they show. Returns the media, for the caller to forget. */
export async function takePicturesOf(db: Db, userId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`with taken as (
        select o.poll_id, o.position, m.id from media m join poll_options o on o.media_id = m.id
        where m.owner_id = ${userId} for update of o)
      update poll_options o set media_id = null from taken
      where o.poll_id = taken.poll_id and o.position = taken.position returning taken.id`,
  )
  return rows.map(({ id }) => id)
}

export async function emptyPollsOf(db: Db, creatorId: string): Promise<void> {
  await run(
    db,
    sql`update poll_options o set text = '' from polls p where p.id = o.poll_id and p.creator_id = ${creatorId}`,
  )
  await run(db, sql`update polls set question = '' where creator_id = ${creatorId}`)
}
