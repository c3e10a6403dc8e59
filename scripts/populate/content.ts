import { writePictures, writePolls } from './pictures-and-polls.ts'
import {
  idOf,
  memberId,
  memberOfMembership,
  momentOf,
  pageAt,
  publishedAt,
  seeded,
  type Shape,
} from './shape.ts'
import { writeTexts } from './words.ts'
import type { Writer } from './writer.ts'

/* Posts, what is searched of them, and what people made of them: comments, likes, and who opened them. */

const COMMENTED_EVERY = 10
const COMMENTS_MAX = 20
const LIKED_EVERY = 5
const LIKES_MAX = 12
const OPENED_EVERY = 3
const OPENINGS_MAX = 20

export async function writePosts(writer: Writer, shape: Shape): Promise<void> {
  const { run, inParts } = writer
  const texts = await writeTexts(writer, shape)
  const some = seeded(shape)
  const textOf = `case when j <= ${texts} then j else 1 + floor(${texts} * ${some('j', 20)})::bigint end`
  await run(`create temp table populate_posts (number bigint, page integer, text_number bigint, id uuid, creator_id uuid,
    published_at timestamptz) on commit drop`)
  await inParts('posts', shape.posts, async (from, to) => {
    await run('truncate populate_posts')
    await run(`insert into populate_posts
      select j, page, ${textOf}, ${idOf('post', 'j', 'numbers.at')}, p.id, numbers.at
      from (select j, ${pageAt(shape, some('j', 21))} as page, ${publishedAt(shape, 'j')} as at
          from generate_series(${from}::bigint, ${to}::bigint) j offset 0) numbers
        join populate_pages p on p.number = numbers.page`)
    await run('analyze populate_posts')
    await run(`insert into posts (id, creator_id, audience_id, title, slug, html, excerpt_html, html_length,
        cleaner_version, created_at, published_at)
      select made.id, p.id, case made.number % 4 when 0 then p.everyone_id when 3 then p.holders_id else p.members_id end,
        t.title, t.slug || '-' || made.number, t.html, t.excerpt_html, t.html_length, t.cleaner_version,
        made.published_at, made.published_at
      from populate_posts made join populate_pages p on p.number = made.page
        join populate_texts t on t.number = made.text_number`)
    if (from <= texts) await writeFirstSearch(writer, texts)
    await run(
      `insert into post_search (post_id, creator_id, published_at, title, open_words, all_words)
      select made.id, made.creator_id, made.published_at, w.title, w.open_words, w.all_words
      from populate_posts made join populate_searched w on w.number = made.text_number where made.number > $1`,
      [texts],
    )
    await writeComments(writer, shape)
    await writeMarks(writer, shape)
    await writePictures(writer)
    await writePolls(writer, shape, (place) => memberAt(shape, place))
  })
  await run(`insert into post_counts (creator_id, audience_id, state, is_out, posts)
    select creator_id, audience_id, state, post_is_published(p), count(*) from posts p group by 1, 2, 3, 4`)
  await run(`update post_search_filled set from_id = '00000000-0000-0000-0000-000000000000'`)
}

/** The first post with each text is read by the product; what it found is the same for the others. */
async function writeFirstSearch({ run }: Writer, texts: number): Promise<void> {
  await run(
    `select keep_post_search(p) from posts p join populate_posts made on made.id = p.id where made.number <= $1`,
    [texts],
  )
  await run(
    `create temp table populate_searched on commit drop as
      select made.text_number as number, s.title, s.open_words, s.all_words
      from populate_posts made join post_search s on s.post_id = made.id where made.number <= $1`,
    [texts],
  )
  await run('alter table populate_searched add primary key (number)')
  await run('analyze populate_searched')
}

/** SQL: the member of a page at a place (from 0) among its memberships, or its owner while it has none. */
export function memberAt(shape: Shape, place: string): string {
  const number = memberOfMembership(shape, `(p.first + ${place})`)
  return `case when p.count = 0 then p.owner_id else ${memberId(shape, `(${number})`)} end`
}

async function writeComments({ run }: Writer, shape: Shape): Promise<void> {
  const some = seeded(shape)
  const commented = `(select made.*, ceil(${COMMENTS_MAX} * power(${some('number', 22)}, 4))::integer as comments
    from populate_posts made where made.number % ${COMMENTED_EVERY} = 0) c join populate_pages p on p.number = c.page`
  const author = memberAt(shape, `floor(p.count * ${some('c.number * 32 + seq', 23)})::bigint`)
  const at = `least(c.published_at + seq * interval '1 minute', ${momentOf(shape.now)})`
  const key = 'c.number * 32 + seq'
  await run(`insert into channels (id, kind, creator_id, last_seq, message_count, created_at)
    select c.id, 'post', c.creator_id, c.comments, c.comments, c.published_at from ${commented} where c.comments > 0`)
  await run(`insert into messages (channel_id, seq, id, author_id, creator_id, root_seq, body, state, client_key, reply_count,
      created_at)
    select said.id, seq, ${idOf('message', 'key', 'at')}, author, creator_id, case when seq % 4 = 0 then seq - 1 end,
      t.title, 'visible', ${idOf('key', 'key', 'at')}, case when seq % 4 = 3 and seq < comments then 1 else 0 end, at
    from (select c.id, seq, ${key} as key, ${author} as author, c.creator_id, c.number, c.comments, ${at} as at
        from ${commented} cross join generate_series(1, c.comments) seq offset 0) said
      join populate_texts t on t.number = 1 + (said.number + seq) % (select count(*) from populate_texts)`)
  await run(`insert into read_marks (user_id, channel_id, read_seq)
    select ${author}, c.id, max(seq) from ${commented} cross join generate_series(1, c.comments) seq group by 1, 2`)
}

/** Likes and openings: by members one after the other, so nobody twice. */
async function writeMarks({ run }: Writer, shape: Shape): Promise<void> {
  const some = seeded(shape)
  const marked = (every: number, most: number, power: number, purpose: number) => `(
    select made.*, least(p.count, ceil(${most} * power(${some('made.number', purpose)}, ${power})))::integer as marks
    from populate_posts made join populate_pages p on p.number = made.page where made.number % ${every} = 0) c
    join populate_pages p on p.number = c.page`
  const place = (purpose: number) =>
    `((floor(p.count * ${some('c.number', purpose)})::bigint + place) % p.count)`
  const at = `least(c.published_at + place * interval '7 minutes', ${momentOf(shape.now)})`
  const likes = marked(LIKED_EVERY, LIKES_MAX, 4, 24)
  await run(`insert into post_likes (post_id, user_id, liked_at)
    select c.id, ${memberAt(shape, place(25))}, ${at} from ${likes} cross join generate_series(1, c.marks) place`)
  await run(
    `insert into post_like_counts (post_id, likes) select c.id, c.marks from ${likes} where c.marks > 0`,
  )
  await run(`insert into post_openings (post_id, member_id, opened_at, first_opened_at)
    select id, member, at, at
    from (select c.id, ${memberAt(shape, place(27))} as member, ${at} as at from ${marked(OPENED_EVERY, OPENINGS_MAX, 3, 26)}
      cross join generate_series(1, c.marks) place offset 0) opened`)
}
