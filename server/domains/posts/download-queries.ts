import { isForEveryoneSql } from '#server/domains/audiences/service.ts'
import { type Db, run, sql } from '#server/platform/db/query.ts'

import { isFileForEveryoneSql } from './file-queries.ts'

export interface Download {
  mediaId: string
  memberId: string
  at: Date
}

/**
 * Counts downloads of files by others than their creator: one of the same member again after an hour. Safe to repeat:
 * what was counted is known by its moment.
 */
export async function countDownloads(db: Db, downloads: readonly Download[]): Promise<void> {
  await run(
    db,
    sql`with counted as (
        insert into file_downloads as known (media_id, member_id, counted_at)
        select f.media_id, u.id, given.at from ${givenSql(downloads)} join post_files f on f.media_id = given.media_id
          join posts p on p.id = f.post_id join creators c on c.id = p.creator_id join users u on u.id = given.member_id
        where c.user_id <> u.id and u.status = 'active'
        order by u.id, f.media_id
        on conflict (member_id, media_id) do update set counted_at = excluded.counted_at
          where known.counted_at <= excluded.counted_at - interval '1 hour'
        returning media_id)
      update post_files f set downloads = f.downloads + added.times
      from (select media_id, count(*) as times from counted group by media_id) added
      where f.media_id = added.media_id`,
  )
}

/** Records that members opened the posts of files that not everyone may have; see {@link upsertOpenings}. */
export async function upsertOpeningsByFile(db: Db, downloads: readonly Download[]): Promise<void> {
  await run(
    db,
    sql`insert into post_openings (post_id, member_id, opened_at)
      select p.id, u.id, max(given.at)
      from ${givenSql(downloads)} join post_files f on f.media_id = given.media_id
        join posts p on p.id = f.post_id join creators c on c.id = p.creator_id join users u on u.id = given.member_id
      where not (${isForEveryoneSql(sql`given.at`, sql`p.audience_id`)} and ${isFileForEveryoneSql(sql`given.at`)})
        and c.user_id <> u.id and u.status = 'active'
      group by u.id, p.id order by u.id, p.id
      on conflict (member_id, post_id) do update
        set opened_at = greatest(post_openings.opened_at, excluded.opened_at)`,
  )
}

/** A table `given`; a member's row of a file is in it once. */
function givenSql(downloads: readonly Download[]) {
  return sql`unnest(${downloads.map(({ mediaId }) => mediaId)}::uuid[],
    ${downloads.map(({ memberId }) => memberId)}::uuid[],
    ${downloads.map(({ at }) => at)}::timestamptz[]) as given (media_id, member_id, at)`
}

/** The files a member downloaded. */
export async function eraseDownloads(db: Db, memberId: string): Promise<void> {
  await run(db, sql`delete from file_downloads where member_id = ${memberId}`)
}
