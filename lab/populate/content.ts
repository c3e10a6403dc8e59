import { inPartsOfPosts, memberAt } from './listed-posts.ts'
import { idOf, momentOf, seeded, type Shape } from './shape.ts'
import { writeTexts } from './words.ts'
import type { Writer } from './writer.ts'

/* Posts, what is searched of them, and comments. */

const COMMENTED_EVERY = 10
const COMMENTS_MAX = 20

export async function writePosts(writer: Writer, shape: Shape): Promise<void> {
  const { run } = writer
  const some = seeded(shape)
  const texts = await writeTexts(writer, shape)
  const textOf = `case when made.number <= ${texts} then made.number
    else 1 + floor(${texts} * ${some('made.number', 20)})::bigint end`
  await inPartsOfPosts(writer, shape, 'posts', async (from) => {
    await run(`insert into posts (id, creator_id, audience_id, title, slug, html, excerpt_html, html_length,
        cleaner_version, created_at, published_at)
      select made.id, p.id, case made.number % 4 when 0 then p.everyone_id when 3 then p.holders_id else p.members_id end,
        t.title, t.slug || '-' || made.number, t.html, t.excerpt_html, t.html_length, t.cleaner_version,
        made.published_at, made.published_at
      from populate_posts made join populate_pages p on p.number = made.page
        join populate_texts t on t.number = ${textOf}`)
    if (from <= texts) await writeFirstSearch(writer, texts)
    await run(
      `insert into post_search (post_id, creator_id, published_at, title, open_words, all_words)
      select made.id, made.creator_id, made.published_at, w.title, w.open_words, w.all_words
      from populate_posts made join populate_searched w on w.number = ${textOf} where made.number > $1`,
      [texts],
    )
    await writeComments(writer, shape)
  })
  await run(`insert into post_counts (creator_id, audience_id, state, is_out, posts)
    select creator_id, audience_id, state, post_is_published(p), count(*) from posts p group by 1, 2, 3, 4`)
}

/** The first post with each text, which has its number, is read by the product; what it found is the same for the others. */
async function writeFirstSearch({ run }: Writer, texts: number): Promise<void> {
  await run(
    `select keep_post_search(p) from posts p join populate_posts made on made.id = p.id where made.number <= $1`,
    [texts],
  )
  await run(
    `create temp table populate_searched on commit drop as
      select made.number, s.title, s.open_words, s.all_words
      from populate_posts made join post_search s on s.post_id = made.id where made.number <= $1`,
    [texts],
  )
  await run('alter table populate_searched add primary key (number)')
  await run('analyze populate_searched')
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
