import { type Db, run, sql } from '../db/query.ts'

/** One that happened. */
export interface SeenError {
  id: string
  fingerprint: string
  source: 'request' | 'job'
  /** The route's pattern, or the job's name. */
  place: string
  kind: string
  frames: readonly string[]
  /** The request, as the log names it. */
  reference: string | null
  release: string
  at: Date
}

/** The most new groups in a day: a failure with a new face each time must not fill the table. */
const NEW_GROUPS_A_DAY = 500

/**
 * Counts errors in their groups. A group that was resolved is open again when it happens afterwards. In the order of
 * fingerprints, so that nodes don't wait for each other in a circle.
 */
export async function writeSeenErrors(db: Db, errors: readonly SeenError[]): Promise<void> {
  const rows = JSON.stringify(errors.map((error) => ({ ...error, at: error.at.toISOString() })))
  await run(
    db,
    sql`with given as (
        select * from jsonb_to_recordset(${rows}::jsonb) g (id uuid, fingerprint text, source text, place text,
          kind text, frames text[], reference text, release text, at timestamptz)
      ), grouped as (
        select distinct on (fingerprint) *, count(*) over whole as happened, min(at) over whole as first_at
        from given window whole as (partition by fingerprint) order by fingerprint, at desc
      ), room as (
        select ${NEW_GROUPS_A_DAY} - count(*) as free from (
          select from errors_seen where first_seen_at > (select max(at) from given) - interval '1 day'
          limit ${NEW_GROUPS_A_DAY}) new
      ), ranked as (
        select g.*, e.id as known_id, count(*) filter (where e.id is null) over (order by g.fingerprint) as new_before
        from grouped g left join errors_seen e on e.fingerprint = g.fingerprint
      )
      insert into errors_seen as e (id, fingerprint, source, place, kind, frames, reference, release, count,
        first_seen_at, last_seen_at)
      select id, fingerprint, source, place, kind, frames, reference, release, happened, first_at, at
      from ranked where known_id is not null or new_before <= (select free from room)
      order by fingerprint
      on conflict (fingerprint) do update set
        count = e.count + excluded.count,
        last_seen_at = greatest(e.last_seen_at, excluded.last_seen_at),
        frames = excluded.frames, reference = excluded.reference, release = excluded.release,
        resolved_at = case when excluded.last_seen_at > e.resolved_at then null else e.resolved_at end`,
  )
}

/** False: there is none that is open. */
export async function resolveSeenError(db: Db, id: string, now: Date): Promise<boolean> {
  return (
    (await run(
      db,
      sql`update errors_seen set resolved_at = ${now} where id = ${id} and resolved_at is null`,
    )) > 0
  )
}

/** Forgets groups that haven't happened since then; returns how many. */
export function deleteOldErrors(db: Db, before: Date, limit: number): Promise<number> {
  return run(
    db,
    sql`delete from errors_seen where id in (
      select id from errors_seen where last_seen_at < ${before} order by last_seen_at limit ${limit})`,
  )
}
