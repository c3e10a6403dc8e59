import { type Db, run, sql } from '#server/platform/db/query.ts'

export interface CountedPlay {
  day: string
  creatorId: string
  postId: string
  hasCompleted: boolean
}

/** Adds plays to their days, in one order for all who write. */
export async function addPlays(db: Db, plays: readonly CountedPlay[]): Promise<void> {
  const column = <Key extends keyof CountedPlay>(key: Key) => plays.map((play) => play[key])
  await run(
    db,
    sql`insert into play_days as d (post_id, day, creator_id, begun, completed)
      select post_id, day, creator_id, count(*) filter (where not has_completed),
        count(*) filter (where has_completed)
      from unnest(${column('postId')}::uuid[], ${column('day')}::date[], ${column('creatorId')}::uuid[],
        ${column('hasCompleted')}::boolean[]) as given (post_id, day, creator_id, has_completed)
      group by 1, 2, 3 order by 1, 2
      on conflict (post_id, day) do update set begun = d.begun + excluded.begun,
        completed = d.completed + excluded.completed`,
  )
}
