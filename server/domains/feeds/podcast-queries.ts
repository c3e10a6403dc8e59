import { type Db, maybeOne, one, run, sql } from '#server/platform/db/query.ts'

export interface PodcastRow {
  category: string
  language: string
}

/** What its creator chose; null: nothing. */
export function findPodcast(db: Db, creatorId: string): Promise<PodcastRow | null> {
  return maybeOne(
    db,
    sql<PodcastRow>`select category, language from podcasts where creator_id = ${creatorId}`,
  )
}

export async function savePodcast(db: Db, creatorId: string, podcast: PodcastRow): Promise<void> {
  await run(
    db,
    sql`insert into podcasts (creator_id, category, language)
      values (${creatorId}, ${podcast.category}, ${podcast.language})
      on conflict (creator_id) do update set category = excluded.category, language = excluded.language`,
  )
}

/** The podcast of a page whose owner's account is erased. */
export async function erasePodcast(db: Db, userId: string): Promise<void> {
  await run(
    db,
    sql`delete from podcasts where creator_id in (select id from creators where user_id = ${userId})`,
  )
}

/** Whether a page has something to play that is out, whoever may play it. */
export async function hasEpisodes(db: Db, creatorId: string): Promise<boolean> {
  const { isThere } = await one(
    db,
    sql<{ isThere: boolean }>`select exists (select from creators c join media m on m.owner_id = c.user_id
          and m.kind in ('audio', 'video')
        join post_media held on held.media_id = m.id join posts p on p.id = held.post_id
      where c.id = ${creatorId} and m.state = 'ready' and post_is_published(p)) as "isThere"`,
  )
  return isThere
}
