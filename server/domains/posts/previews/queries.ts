import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

export interface PreviewLinkRow {
  id: string
  postId: string
  handle: string
  expiresAt: Date
}

/** A link that works at that moment. */
export function findPreviewLink(db: Db, tokenHash: Buffer, now: Date): Promise<PreviewLinkRow | null> {
  return maybeOne(
    db,
    sql<PreviewLinkRow>`select link.id, link.post_id as "postId", c.handle, link.expires_at as "expiresAt"
      from preview_links link join posts p on p.id = link.post_id join creators c on c.id = p.creator_id
      where link.token_hash = ${tokenHash} and link.expires_at > ${now}::timestamptz and p.deleted_at is null`,
  )
}

/** Until when the link of a post works; null: it has none. */
export async function findLinkEnd(db: Db, postId: string, now: Date): Promise<Date | null> {
  const link = await maybeOne(
    db,
    sql<{ expiresAt: Date }>`select expires_at as "expiresAt" from preview_links
      where post_id = ${postId} and expires_at > ${now}::timestamptz`,
  )
  return link?.expiresAt ?? null
}

export async function savePreviewLink(
  db: Db,
  { postId, tokenHash, expiresAt }: { postId: string; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into preview_links (post_id, token_hash, expires_at) values (${postId}, ${tokenHash}, ${expiresAt})
      on conflict (post_id) do update set id = excluded.id, token_hash = excluded.token_hash,
        expires_at = excluded.expires_at`,
  )
}

export async function deletePreviewLink(db: Db, postId: string): Promise<void> {
  await run(db, sql`delete from preview_links where post_id = ${postId}`)
}

/** The links of a creator whose account is erased. */
export async function deletePreviewLinksOfCreator(db: Db, creatorId: string): Promise<void> {
  await run(
    db,
    sql`delete from preview_links where post_id in (select id from posts where creator_id = ${creatorId})`,
  )
}

interface PreviewQuestion {
  mediaId: string
  linkId: string
  now: Date
}

const isInPreview = prepared<{ isIn: boolean }, PreviewQuestion>(
  'medium-in-preview',
  ({ mediaId, linkId, now }) => sql<{ isIn: boolean }>`select exists (
      select from preview_links link join posts p on p.id = link.post_id join creators c on c.id = p.creator_id
        left join post_drafts d on d.post_id = p.id
      where link.id = ${linkId} and link.expires_at > ${now}::timestamptz and p.deleted_at is null
        and ${isLivePageSql} and (p.cover_id = ${mediaId} or d.cover_id = ${mediaId}
          or exists (select from post_media held where held.post_id = p.id and held.media_id = ${mediaId})
          or exists (select from post_draft_media held where held.post_id = p.id and held.media_id = ${mediaId})
          or exists (select from post_files held where held.post_id = p.id and held.media_id = ${mediaId})
          or exists (select from post_draft_files held
            where held.post_id = p.id and held.media_id = ${mediaId}))) as "isIn"`,
)

/** Whether a medium is in the post behind a link that works now, or in what is being written of it. */
export async function mayPreviewMedium(db: Db, question: PreviewQuestion): Promise<boolean> {
  return (await one(db, isInPreview(question))).isIn
}
