import type { Db } from './db/query.ts'
import { maybeOne, run, sql } from './db/query.ts'

/** The domains' only source of time. In development it can be moved forward; in production it can't. */
export interface Clock {
  now(): Date
  /** How far this clock is ahead of the machine's, in milliseconds; negative: behind. */
  offsetMs(): number
}

export const machineClock: Clock = { now: () => new Date(), offsetMs: () => 0 }

export interface MovableClock extends Clock {
  /**
   * Sets the clock back, once, in a database in which nothing has happened yet; the caller then brings it forward to
   * the present.
   */
  beginEarlier(db: Db, byMs: number): Promise<void>
  /** Takes over the offset that another process or an earlier start left in the database. */
  load(db: Db): Promise<void>
  /**
   * Moves the clock forward and brings the waiting jobs along, so that jobs due by the new time run at once. Never
   * backwards: the ledger and the sessions rely on time that only grows.
   */
  advance(db: Db, byMs: number): Promise<Date>
}

/** A clock for development and tests whose offset is kept in the database, so that every process agrees. */
export function createMovableClock(): MovableClock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    async load(db) {
      const row = await maybeOne(
        db,
        sql<{ offsetMs: number }>`select offset_ms as "offsetMs" from development_clock`,
      )
      offset = row?.offsetMs ?? 0
    },
    async beginEarlier(db, byMs) {
      await run(db, sql`insert into development_clock (offset_ms) values (${-byMs})`)
      await this.load(db)
    },
    async advance(db, byMs) {
      if (!(byMs >= 0)) throw new RangeError('The clock only moves forward.')
      await run(
        db,
        sql`insert into development_clock (offset_ms) values (${byMs})
          on conflict (is_only_row) do update set offset_ms = development_clock.offset_ms + excluded.offset_ms`,
      )
      // Jobs wait by the database's own time; moving them closer is the same as moving the clock.
      await run(
        db,
        sql`update jobs set run_at = run_at - make_interval(secs => ${byMs / 1000})
          where run_at > now()`,
      )
      await this.load(db)
      return this.now()
    },
  }
}
