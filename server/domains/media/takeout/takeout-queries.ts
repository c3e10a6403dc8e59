import type { UploadKind } from '#contract/media/rules.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

export interface OwnFile {
  kind: UploadKind
  /** `original`, `picture`, or the name of captions. */
  name: string
  /** What a file to download is called; null for other media. */
  fileName: string | null
  key: string
  alt: string
  createdAt: Date
  /** When its post was published; null: in none. */
  postedAt: Date | null
}

/** A user's uploads: originals, the largest of each picture, captions. */
export function listOwnFiles(db: Db, userId: string): Promise<OwnFile[]> {
  return many(
    db,
    sql<OwnFile>`select m.kind, f.name, m.name as "fileName", f.key, m.alt, m.created_at as "createdAt", p.published_at as "postedAt"
      from media m
        left join lateral (select post_id from post_media where media_id = m.id
          union all select post_id from post_files where media_id = m.id
          union all select id from posts where cover_id = m.id) held on true
        left join posts p on p.id = held.post_id and p.deleted_at is null
        join lateral (
          select 'original' as name, m.original_key as key where m.kind <> 'image' and m.original_key is not null
          union all
          (select 'picture', r.key from media_renditions r
            where r.media_id = m.id and m.kind = 'image' and r.name ~ '^w[0-9]+$' order by r.width_px desc limit 1)
          union all
          select r.name, r.key from media_renditions r where r.media_id = m.id and r.name like 'captions-%'
        ) f on true
      where m.owner_id = ${userId} and m.state in ('ready', 'processing')
      order by m.id, f.name desc`,
  )
}

/** The pictures of a user and of their page; not a portrait that the sign-in issuer keeps at its own address. */
export function listOwnPictures(db: Db, userId: string): Promise<{ name: string; key: string }[]> {
  return many(
    db,
    sql<{ name: string; key: string }>`select v.name, v.key
      from users u left join creators c on c.user_id = u.id
        cross join lateral (values ('profile', u.profile_image), ('page', c.profile_image), ('banner', c.banner_image))
          as v (name, key)
      where u.id = ${userId} and v.key is not null and v.key !~ '^https?:'`,
  )
}
