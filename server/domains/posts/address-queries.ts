import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

/** Posts of a page are named one after another. */
export async function lockAddresses(db: Db, creatorId: string): Promise<void> {
  await run(
    db,
    sql`select pg_advisory_xact_lock(hashtextextended(${`addresses of posts of ${creatorId}`}, 0))`,
  )
}

/** The first of these that no post of the page has. */
export async function findFreeSlug(
  db: Db,
  creatorId: string,
  slugs: readonly string[],
): Promise<string | null> {
  const found = await maybeOne(
    db,
    sql<{
      slug: string
    }>`select given.slug from unnest(${[...slugs]}::text[]) with ordinality given (slug, place)
      where not exists (select from posts p where p.creator_id = ${creatorId} and p.slug = given.slug)
      order by given.place limit 1`,
  )
  return found?.slug ?? null
}

/** A post that has an address keeps it. */
export async function setSlug(db: Db, postId: string, slug: string): Promise<void> {
  await run(db, sql`update posts set slug = ${slug} where id = ${postId} and slug is null`)
}
