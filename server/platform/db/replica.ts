import pg from 'pg'

import type { Log } from '../log.ts'
import { isDatabaseAway } from './away.ts'
import { type Db, one, sql } from './query.ts'

/** A copy that is further behind than this isn't read. */
const LAG_MAX_SECONDS = 10
const LOOK_EVERY_MS = 1000

/** A copy of the database for what may be some seconds old. */
export interface Replica {
  /** Whether it is read at the moment: it answers, and isn't far behind. */
  isUsed(): boolean
  /**
   * Reads from the copy; from the database itself while the copy is away or behind, or when it fails on the way. `work` must
   * only read, and may run twice.
   */
  read<T>(primary: Db, work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Looks every second how far behind the copy is; until the first look it isn't read. */
export function openReplica(replica: { db: Db; close: () => Promise<void> }, log: Log): Replica {
  let isUsed = false
  let isClosed = false
  let isLooking = false
  let looking: Promise<void> = look()
  const timer = setInterval(() => {
    if (!isLooking) looking = look()
  }, LOOK_EVERY_MS)
  timer.unref()

  async function look(): Promise<void> {
    isLooking = true
    try {
      const lagSeconds = await lagOf(replica.db)
      use(lagSeconds <= LAG_MAX_SECONDS, { lagSeconds })
    } catch (error) {
      use(false, { err: error })
    } finally {
      isLooking = false
    }
  }

  function use(isFit: boolean, why: object): void {
    if (isFit !== isUsed && !isClosed)
      if (isFit) log.info(why, 'the replica is read')
      else log.warn(why, 'the replica is away or behind; the primary is read instead')
    isUsed = isFit
  }

  return {
    isUsed: () => isUsed,
    async read(primary, work) {
      if (!isUsed) return work(primary)
      try {
        return await work(replica.db)
      } catch (error) {
        if (!isOfReplica(error)) throw error
        if (isDatabaseAway(error)) use(false, { err: error })
        return work(primary)
      }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await looking
      await replica.close()
    },
  }
}

/**
 * A standby knows when what it last repeated was committed. A server that isn't one may be the primary by now, or one of
 * yesterday: there it counts how long ago the next regular job should have been queued, since some are each minute.
 */
async function lagOf(db: Db): Promise<number> {
  const { lagSeconds } = await one(
    db,
    sql<{ lagSeconds: number | null }>`select extract(epoch from clock_timestamp() - case
        when pg_is_in_recovery() then pg_last_xact_replay_timestamp()
        else (select max(last_run) + interval '1 minute' from job_schedules) end)::float8 as "lagSeconds"`,
  )
  return lagSeconds ?? 0
}

/** 40001: what the standby repeats has priority over what is read there. 25006 is a fault of ours: it was told to write. */
function isOfReplica(error: unknown): boolean {
  const state = error instanceof pg.DatabaseError ? error.code : null
  return state !== '25006' && (state === '40001' || isDatabaseAway(error))
}
