import pg from 'pg'

import { chance } from '../populate/shape.ts'
import { LETTERS, WORDS } from '../populate/words.ts'

/*
 * A platform to search: creators with skewed numbers of posts, one of them with a hundredth of all, and words that are
 * as unevenly used as those of a language. Written by SQL, past triggers and foreign keys, into a database that is
 * thrown away.
 */

/** Different titles and texts; posts share them, or five million would take hours to make. */
const POOL = 5_000
/** Posts of a statement. */
const BATCH = 100_000

/** What is left out while rows are written, and built afterwards at once. */
const HEAVY_INDEXES = ['post_search', 'posts', 'creators', 'creator_topics']

export async function fillSearch(url: string, postCount: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const creatorCount = Math.max(1, Math.round(postCount / 50))
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      set maintenance_work_mem = '512MB'; set work_mem = '128MB'`)
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select i.indexname as name, i.indexdef as definition from pg_indexes i
        join pg_class c on c.relname = i.indexname join pg_index x on x.indexrelid = c.oid
        where i.tablename = any($1) and not x.indisprimary and not exists (
          select from pg_constraint k where k.conindid = x.indexrelid)`,
      [HEAVY_INDEXES],
    )
    for (const { name } of rows) await client.query(`drop index ${name}`)
    await client.query(POOLS)
    await client.query(creators(creatorCount))
    for (let from = 1; from <= postCount; from += BATCH)
      await client.query(posts(from, Math.min(postCount, from + BATCH - 1), creatorCount))
    for (const { definition } of rows) await client.query(definition)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const POOLS = `
  create temp table bench_words as select rank,
      left(translate(md5(rank::text), '0123456789abcdef', '${LETTERS}'), 4 + rank % 5) as word
    from generate_series(1, ${WORDS}) rank;
  alter table bench_words add primary key (rank);
  analyze bench_words;
  create temp table bench_texts as
    select id, title, '<p>' || body || '</p>' as html, setweight(to_tsvector('simple', title), 'A') as open_words,
      setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', body), 'D') as all_words
    from (select id, string_agg(word, ' ') filter (where n <= 4) as title,
        string_agg(word, ' ') filter (where n > 4) as body
      from (select id, n, ceil(power(${WORDS}, ${chance('id * 100 + n', 1)}))::integer as picked
        from generate_series(1, ${POOL}) id, generate_series(1, 44) n) chosen
        join bench_words on rank = picked
      group by id) made;
  alter table bench_texts add primary key (id);
  analyze bench_texts`

const creatorId = (number: string) => `('01900000-0000-7000-8001-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const userId = (number: string) => `('01900000-0000-7000-8002-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const planId = (number: string) => `('01900000-0000-7000-8003-' || lpad(to_hex(${number}), 12, '0'))::uuid`
/** `kind`: 4 for everyone, 5 for the members. */
const audienceId = (number: string, kind: string) =>
  `('01900000-0000-7000-800' || ${kind} || '-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const postId = (number: string) => `('01910000-0000-7000-8006-' || lpad(to_hex(${number}), 12, '0'))::uuid`

const creators = (count: number) => `
  insert into users (id, name, username, email, email_verified_at, created_at)
    select ${userId('n')}, 'Creator ' || n, 'creator-' || n, 'creator' || n || '@example.com', now(), now()
    from generate_series(1, ${count}) n;
  insert into creators (id, user_id, page_name, handle, headline, platform_plan_id, created_at)
    select ${creatorId('n')}, ${userId('n')},
      initcap(first.word || ' ' || second.word), 'c' || n, third.word || ' and ' || second.word,
      (select id from platform_plans limit 1), now()
    from generate_series(1, ${count}) n join bench_words first on first.rank = 1 + n % ${WORDS}
      join bench_words second on second.rank = 1 + (n * 7) % ${WORDS}
      join bench_words third on third.rank = 1 + n % 50;
  insert into creator_topics (creator_id, topic, position)
    select ${creatorId('n')}, word, 1 from generate_series(1, ${count}) n
      join bench_words on rank = 1 + (n % 97) * (n % 89) % 200;
  insert into plans (id, creator_id, name, price_cents, created_at)
    select ${planId('n')}, ${creatorId('n')}, 'Members', 500, now() from generate_series(1, ${count}) n;
  insert into plan_versions (id, plan_id, version, price_cents, created_at)
    select ${planId('n')}, ${planId('n')}, 1, 500, now() from generate_series(1, ${count}) n;
  insert into audiences (id, creator_id, digest)
    select ${audienceId('n', 'kind')}, ${creatorId('n')}, kind
    from generate_series(1, ${count}) n, unnest(array['4', '5']) kind;
  insert into audience_steps (audience_id, position, reach)
    select ${audienceId('n', 'kind')}, 0, case kind when '4' then 'everyone' else 'members' end
    from generate_series(1, ${count}) n, unnest(array['4', '5']) kind;
  analyze`

/** The newer a post, the higher its number; one in four is everyone's. */
const posts = (from: number, to: number, creatorCount: number) => `
  with made as materialized (
    select n, case when n % 100 = 0 then 1
        else least(${creatorCount}, 1 + floor(${creatorCount} * power(${chance('n', 3)}, 1.5)))::integer end as creator,
      case when n % 4 = 0 then '4' else '5' end as kind, 1 + floor(${POOL} * ${chance('n', 4)})::integer as text_id,
      now() - make_interval(mins => ${to} * 2 - n) as published_at
    from generate_series(${from}, ${to}) n),
  published as (
    insert into posts (id, creator_id, audience_id, title, html, html_length, cleaner_version, created_at, published_at)
      select ${postId('n')}, ${creatorId('creator')}, ${audienceId('creator', 'kind')}, t.title, t.html,
        length(t.html), 99, published_at, published_at
      from made join bench_texts t on t.id = made.text_id)
  insert into post_search (post_id, creator_id, published_at, title, open_words, all_words)
    select ${postId('n')}, ${creatorId('creator')}, published_at, t.title, t.open_words, t.all_words
    from made join bench_texts t on t.id = made.text_id`

/** Somebody who supports the largest page and some others. */
export async function aReader(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    const id = '01900000-0000-7000-8007-000000000001'
    await client.query(`insert into users (id, name, username, email, email_verified_at, created_at)
      values ('${id}', 'Reader', 'reader', 'reader@example.com', now(), now())`)
    await client.query(`insert into subscriptions (id, member_id, creator_id, plan_id, plan_version_id, interval,
        price_cents, currency, status, access_until, created_at)
      select uuidv7(), '${id}', ${creatorId('n')}, ${planId('n')}, ${planId('n')}, 'monthly', 500, 'USD', 'active',
        now() + interval '20 days', now() from generate_series(1, 20) n`)
    return id
  } finally {
    await client.end()
  }
}
