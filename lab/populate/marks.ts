import { memberAt } from './listed-posts.ts'
import { momentOf, seeded, type Shape } from './shape.ts'
import type { Writer } from './writer.ts'

/* Likes of the posts that `populate_posts` lists, and who opened them: by members one after the other, so nobody twice. */

const LIKED_EVERY = 5
const LIKES_MAX = 12
const OPENED_EVERY = 3
const OPENINGS_MAX = 20

export async function writeMarks({ run }: Writer, shape: Shape): Promise<void> {
  const some = seeded(shape)
  const marked = (every: number, most: number, power: number, purpose: number) => `(
    select made.*, least(p.count, ceil(${most} * power(${some('made.number', purpose)}, ${power})))::integer as marks
    from populate_posts made join populate_pages p on p.number = made.page where made.number % ${every} = 0) c
    join populate_pages p on p.number = c.page`
  const place = (purpose: number) =>
    `((floor(p.count * ${some('c.number', purpose)})::bigint + place) % p.count)`
  const at = `least(c.published_at + place * interval '7 minutes', ${momentOf(shape.now)})`
  const likes = marked(LIKED_EVERY, LIKES_MAX, 4, 24)
  const openings = marked(OPENED_EVERY, OPENINGS_MAX, 3, 26)
  await run(`insert into post_likes (post_id, user_id, liked_at)
    select c.id, ${memberAt(shape, place(25))}, ${at} from ${likes} cross join generate_series(1, c.marks) place`)
  await run(
    `insert into post_like_counts (post_id, likes) select c.id, c.marks from ${likes} where c.marks > 0`,
  )
  await run(`insert into post_openings (post_id, member_id, opened_at, first_opened_at)
    select id, member, at, at
    from (select c.id, ${memberAt(shape, place(27))} as member, ${at} as at from ${openings}
      cross join generate_series(1, c.marks) place offset 0) opened`)
}
