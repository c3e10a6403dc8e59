import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Longer than a minute: some jobs start each minute, and catch up with all that a new platform was filled with. */
const CALM_MS = 90_000
const LOOK_EVERY_MS = 500
const BUSY_MAX_SHARE = 0.1
const GIVE_UP_MS = 45 * 60_000

/**
 * Waits until a platform that was just filled has nothing left to catch up with, neither its jobs nor its database; answers how
 * long that took, in milliseconds. Throws if it takes longer than 45 minutes.
 */
export async function untilAtRest(pool: pg.Pool): Promise<number> {
  const beganAt = performance.now()
  const looks: boolean[] = []
  const enough = CALM_MS / LOOK_EVERY_MS
  while (looks.length < enough || looks.filter(Boolean).length > enough * BUSY_MAX_SHARE) {
    if (performance.now() - beganAt > GIVE_UP_MS)
      throw new Error('The filled platform does not come to rest.')
    const { rows } = await pool.query<{ isBusy: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and state = 'active' and backend_type in ('client backend', 'autovacuum worker')) as "isBusy"`,
    )
    looks.push(rows[0]?.isBusy ?? false)
    if (looks.length > enough) looks.shift()
    await sleep(LOOK_EVERY_MS)
  }
  return performance.now() - beganAt
}
