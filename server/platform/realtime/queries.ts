import { type Db, many, prepared, run, sql } from '../db/query.ts'

export interface Publication {
  topic: string
  name: string
  /** JSON. */
  data: string
  /** Whose doing it is; null: nobody's. */
  byId: string | null
}

/** A topic, and the number of its newest event. */
export interface Position {
  topic: string
  seq: number
}

export interface EventRow {
  seq: number
  name: string
  /** JSON. */
  data: string
  byId: string | null
}

/** Events that one topic's follower is sent at once; whoever missed more fetches anew. */
export const EVENTS_AT_ONCE = 200

/** By the real clock: topics are counted on by machines, and moving the product's clock back must not repeat numbers. */
const firstSeqSql = sql`(extract(epoch from now()) * 1000)::bigint`

const insertingEvents = prepared<
  Position,
  { topics: string[]; names: string[]; data: string[]; byIds: (string | null)[] }
>(
  'realtime_insert_events',
  // Topics are locked in the order of their names, so that two transactions can't wait for each other.
  ({ topics, names, data, byIds }) => sql`with given as (
      select topic, name, data, by_id, count(*) over (partition by topic) as count,
        row_number() over (partition by topic order by place) as place
      from unnest(${topics}::text[], ${names}::text[], ${data}::text[], ${byIds}::uuid[])
        with ordinality as g(topic, name, data, by_id, place)
    ), numbered as (
      insert into realtime_topics as t (topic, last_seq, last_at)
      select topic, ${firstSeqSql} + count(*), now() from given group by topic order by topic
      on conflict (topic) do update
        set last_seq = t.last_seq + excluded.last_seq - ${firstSeqSql}, last_at = now()
      returning topic, last_seq
    ), kept as (
      insert into realtime_events (topic, seq, name, data, by_user_id, published_at)
      select topic, last_seq - count + place, name, data::jsonb, by_id, clock_timestamp() from given join numbered using (topic)
    )
    select topic, last_seq as seq from numbered`,
)

/** Writes events under the next numbers of their topics; answers where the topics are now. */
export function insertEvents(db: Db, events: readonly Publication[]): Promise<Position[]> {
  return many(
    db,
    insertingEvents({
      topics: events.map(({ topic }) => topic),
      names: events.map(({ name }) => name),
      data: events.map(({ data }) => data),
      byIds: events.map(({ byId }) => byId),
    }),
  )
}

/** Gives topics that nothing was published to yet the number they begin at. */
export async function insertTopics(db: Db, topics: readonly string[]): Promise<void> {
  await run(
    db,
    sql`insert into realtime_topics (topic, last_seq, last_at)
      select topic, ${firstSeqSql}, now() from unnest(${topics}::text[]) topic order by topic
      on conflict (topic) do nothing`,
  )
}

const listingEventsAfter = prepared<
  Position & { [Column in keyof EventRow as `event${Capitalize<Column>}`]: EventRow[Column] | null },
  { topics: string[]; afters: (number | null)[] }
>(
  'realtime_events_after',
  ({ topics, afters }) => sql`select t.topic, t.last_seq as seq,
      e.seq as "eventSeq", e.name as "eventName", e.data::text as "eventData",
      e.by_user_id as "eventById"
    from unnest(${topics}::text[], ${afters}::bigint[]) as w(topic, after)
    join realtime_topics t on t.topic = w.topic
    left join lateral (
      select seq, name, data, by_user_id from realtime_events
      where topic = t.topic and seq > coalesce(w.after, t.last_seq) order by seq limit ${sql.lit(EVENTS_AT_ONCE)}
    ) e on true
    order by t.topic, e.seq`,
)

/** Where a topic is, and its next events. */
export interface TopicNews extends Position {
  events: EventRow[]
}

/** The next events of topics after a number each; null: none, just where the topic is. Pruned topics are left out. */
export async function listEventsAfter(
  db: Db,
  wanted: readonly { topic: string; after: number | null }[],
): Promise<TopicNews[]> {
  const rows = await many(
    db,
    listingEventsAfter({
      topics: wanted.map(({ topic }) => topic),
      afters: wanted.map(({ after }) => after),
    }),
  )
  const news = new Map<string, TopicNews>()
  for (const { topic, seq, eventSeq, eventName, eventData, eventById } of rows) {
    const ofTopic = news.get(topic) ?? { topic, seq, events: [] }
    news.set(topic, ofTopic)
    if (eventSeq !== null && eventName !== null && eventData !== null)
      ofTopic.events.push({ seq: eventSeq, name: eventName, data: eventData, byId: eventById })
  }
  return [...news.values()]
}

/** Where these topics are. */
export function listPositions(db: Db, topics: readonly string[]): Promise<Position[]> {
  return many(
    db,
    sql<Position>`select topic, last_seq as seq from realtime_topics where topic = any(${topics}::text[])`,
  )
}

/** Events of a person's doing hold what they wrote; whoever hasn't read them yet fetches anew. */
export async function deleteEventsOf(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from realtime_events where by_user_id = ${userId}`)
}

/** Deletes at most `limit` events older than an hour, and topics unused for two days; answers how many rows. */
export async function deleteOldEvents(db: Db, limit: number): Promise<number> {
  const events = await run(
    db,
    sql`delete from realtime_events where (topic, seq) in (
        select topic, seq from realtime_events where published_at < now() - interval '1 hour'
        order by published_at, seq limit ${limit})`,
  )
  const topics = await run(
    db,
    sql`delete from realtime_topics where topic in (
        select topic from realtime_topics where last_at < now() - interval '2 days'
        order by last_at limit ${limit} for update skip locked)`,
  )
  return events + topics
}
