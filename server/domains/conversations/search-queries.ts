import { CONVERSATIONS_SEARCHED, MESSAGES_FOUND } from '#contract/conversations/rules.ts'
import { type Db, many, prepared, sql } from '#server/platform/db/query.ts'

import { requestsGoneBefore } from './access.ts'
import { FILTERS, foundColumns, type FoundRow, isFoundSql, isShownSql, type Place } from './list-queries.ts'

/**
 * So many conversations are looked into at once. The index compares each message of any of them with all of their names: five hundred
 * at once took 28 ms on a machine where twenty parts of 25 take 7.
 */
const SEARCHED_AT_ONCE = 25

interface Search {
  userId: string
  q: string
  /** Goes on after this place; null: begins with the first. */
  beforeMicros: string | null
  beforeId: string | null
  requestsGoneBefore: Date
}

/**
 * Prepared, since planning it takes longer than most searches. It answers one row without a message where nothing is found: all
 * rows say where the search goes on.
 */
const messagesFound = prepared<
  { [K in keyof FoundRow]: FoundRow[K] | null } & { cursor: string | null },
  Search
>('search-own-messages', (given) => {
  // A query of its own: read once, and not for each part.
  const words = sql`(select plainto_tsquery('simple', ${given.q}))`
  const searched = sql.lit(CONVERSATIONS_SEARCHED)
  // `offset 0`: otherwise the planner reads every message of a part to see which have the words, or all of somebody's conversations.
  return sql`with newest as materialized (
        select id, last_at, row_number() over () as place from (
          select p.conversation_id as id, p.last_at from participants p where p.user_id = ${given.userId} and ${FILTERS.all}
            and (p.last_at, p.conversation_id) < (
              coalesce(timestamptz 'epoch' + ${given.beforeMicros}::bigint * interval '1 microsecond', 'infinity'),
              coalesce(${given.beforeId}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
          order by p.last_at desc, p.conversation_id desc limit ${searched} + 1) own
      ), found as (
        select ${foundColumns}, m.id
        from (select array_agg(id) as ids, ${words} && string_agg('''in:' || id || '''', ' | ')::tsquery as query
            from newest where place <= ${searched} group by (place - 1) / ${sql.lit(SEARCHED_AT_ONCE)}) part
          cross join lateral (select * from messages
            where state = 'visible' and (array_to_tsvector(array['in:' || channel_id::text]) || to_tsvector('simple', body))
              @@ part.query offset 0) m
          cross join lateral (select * from participants
            where conversation_id = m.channel_id and user_id = ${given.userId} offset 0) p
          join conversations c on c.id = m.channel_id
          join users u on u.id = m.author_id
        where ${isFoundSql} and ${isShownSql(given.requestsGoneBefore)} and m.channel_id = any(part.ids) and numnode(${words}) > 0
        order by m.created_at desc, m.id desc limit ${sql.lit(MESSAGES_FOUND)}
      )
      select found.*, (select (extract(epoch from last.last_at) * 1000000)::bigint || '_' || last.id
          from newest last join newest next on next.place = last.place + 1 where last.place = ${searched}) as cursor
      from (select) always left join found on true order by found."createdAt" desc, found.id desc`
})

/**
 * Messages with all words of a text, the newest first, in {@link CONVERSATIONS_SEARCHED} conversations of a person, those written in last
 * first; `cursor` is where the search goes on, null where these were the last. Which they are is read from an index
 * alone, so hidden ones count too; nothing of them is found.
 */
export async function searchOwn(
  db: Db,
  { userId, q, before, now }: { userId: string; q: string; before: Place | null; now: Date },
): Promise<{ rows: FoundRow[]; cursor: string | null }> {
  const rows = await many(
    db,
    messagesFound({
      userId,
      q,
      beforeMicros: before?.atMicros ?? null,
      beforeId: before?.id ?? null,
      requestsGoneBefore: requestsGoneBefore(now),
    }),
  )
  return {
    rows: rows.filter((row): row is FoundRow & { cursor: string | null } => row.seq !== null),
    cursor: rows[0]?.cursor ?? null,
  }
}
