import { type Db, many, maybeOne, prepared, run, sql } from '#server/platform/db/query.ts'

interface NewProviderEvent {
  id: string
  eventId: string
  name: string
  subject: string
  body: Buffer
  receivedAt: Date
}

const insertingEvent = prepared<{ id: string }, NewProviderEvent>(
  'insert-provider-event',
  (event) => sql`insert into provider_events (id, event_id, name, subject, body, received_at)
    values (${event.id}, ${event.eventId}, ${event.name}, ${event.subject}, ${event.body}, ${event.receivedAt})
    on conflict (event_id) do nothing returning id`,
)

/** Whether it is new; a redelivery carries the same event id. */
export async function insertProviderEvent(db: Db, event: NewProviderEvent): Promise<boolean> {
  return (await maybeOne(db, insertingEvent(event))) !== null
}

export function findProviderEvent(db: Db, id: string): Promise<{ body: Buffer } | null> {
  return maybeOne(db, sql<{ body: Buffer }>`select body from provider_events where id = ${id}`)
}

export interface ProviderEventRow {
  id: string
  eventId: string
  name: string
  subject: string | null
  receivedAt: Date
  appliedAt: Date | null
}

/** The latest first; those that wait, the oldest first. */
export function listProviderEvents(
  db: Db,
  { isWaiting, cursor, limit }: { isWaiting: boolean; cursor: string | null; limit: number },
): Promise<ProviderEventRow[]> {
  const isAfter = isWaiting ? sql`id > ${cursor}` : sql`id < ${cursor}`
  return many(
    db,
    sql<ProviderEventRow>`select id, event_id as "eventId", name, subject, received_at as "receivedAt",
        applied_at as "appliedAt"
      from provider_events where ${isWaiting ? sql`applied_at is null` : sql`true`}
        and ${cursor === null ? sql`true` : isAfter}
      order by id ${isWaiting ? sql`asc` : sql`desc`} limit ${limit}`,
  )
}

export function lockProviderEvent(
  db: Db,
  id: string,
): Promise<{ name: string; subject: string; body: Buffer; appliedAt: Date | null } | null> {
  return maybeOne(
    db,
    sql<{ name: string; subject: string; body: Buffer; appliedAt: Date | null }>`select name, subject, body,
        applied_at as "appliedAt" from provider_events where id = ${id} for update`,
  )
}

export function listWaitingProviderEvents(db: Db, subject: string): Promise<{ id: string; body: Buffer }[]> {
  return many(
    db,
    sql<{ id: string; body: Buffer }>`select id, body from provider_events
      where subject = ${subject} and applied_at is null order by id`,
  )
}

/** Subjects of events that arrived before a moment and still wait; at most 1,000. */
export async function listLongWaitingSubjects(db: Db, before: Date): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ subject: string }>`select distinct subject from provider_events
      where applied_at is null and received_at < ${before} limit 1000`,
  )
  return rows.map(({ subject }) => subject)
}

export async function markProviderEventsApplied(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await run(
    db,
    sql`update provider_events set applied_at = ${now} where id = any(${[...ids]}::uuid[]) and applied_at is null`,
  )
}

/**
 * Empties the provider's events about a user's payments: they name the user, their address and their card. Only events
 * that were applied; the rest are still needed.
 */
export async function eraseProviderEvents(db: Db, memberId: string): Promise<void> {
  await run(
    db,
    sql`update provider_events set body = ''
      where applied_at is not null and body <> '' and provider_ids_in(body) && array(
        select s.provider_subscription_id from subscriptions s
          where s.member_id = ${memberId} and s.provider_subscription_id is not null
        union select p.provider_payment_id from payments p where p.member_id = ${memberId})`,
  )
}
