import { idOf, memberId, memberOfMembership, pageAt, publishedAt, seeded, type Shape } from './shape.ts'
import type { Writer } from './writer.ts'

/* Which posts there are, and of whom: it follows from their numbers, so whatever is made of them lists them for itself. */

/** Does something for each part of the posts, which `populate_posts` lists meanwhile. */
export async function inPartsOfPosts(
  { run, inParts }: Writer,
  shape: Shape,
  what: string,
  write: (from: number) => Promise<unknown>,
): Promise<void> {
  await run(`create temp table populate_posts (number bigint, page integer, id uuid, creator_id uuid, published_at timestamptz)
    on commit drop`)
  await inParts(what, shape.posts, async (from, to) => {
    await run('truncate populate_posts')
    await run(`insert into populate_posts
      select j, page, ${idOf('post', 'j', 'numbers.at')}, p.id, numbers.at
      from (select j, ${pageAt(shape, seeded(shape)('j', 21))} as page, ${publishedAt(shape, 'j')} as at
          from generate_series(${from}::bigint, ${to}::bigint) j offset 0) numbers
        join populate_pages p on p.number = numbers.page`)
    await run('analyze populate_posts')
    await write(from)
  })
}

/** SQL: the member of a page at a place (from 0) among its memberships, or its owner while it has none. */
export function memberAt(shape: Shape, place: string): string {
  const number = memberOfMembership(shape, `(p.first + ${place})`)
  return `case when p.count = 0 then p.owner_id else ${memberId(shape, `(${number})`)} end`
}
