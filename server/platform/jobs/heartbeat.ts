import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'

import { type Db, run, sql } from '../db/query.ts'
import type { Log } from '../log.ts'

const BEAT_MS = 3000
/** A worker silent for this long is dead. If we are wrong, a job runs twice, which does no harm. */
const DEAD_AFTER = '15 seconds'
/** How long workers that were replaced may take to finish their jobs before these are given to others. */
const RETIRED_MAX_MS = 60_000

export interface Heartbeat {
  events: WorkerEvents
  /** The workers of until now are being replaced. */
  retire(): void
  stop(): void
}

/**
 * Says that our workers live, and gives back the jobs of dead ones: the queue itself waits four hours for a killed
 * worker, and a payment can't wait that long.
 */
export function startHeartbeat(db: Db, log: Log): Heartbeat {
  const events: WorkerEvents = new EventEmitter()
  // The queue locks in the name of the whole pool, not of the worker in it that runs the job.
  const poolIds = new Map<string, { untilMs: number }>()
  events.on('pool:create', ({ workerPool }) => {
    poolIds.set(workerPool.id, { untilMs: Infinity })
    void beat()
  })
  // However it ended: any jobs it still holds are given back after a while.
  events.on('pool:release', ({ workerPool }) => void poolIds.delete(workerPool.id))
  let isBeating = false

  async function beat(): Promise<void> {
    if (isBeating) return
    isBeating = true
    for (const [id, { untilMs }] of poolIds) if (untilMs < performance.now()) poolIds.delete(id)
    try {
      await run(
        db,
        sql`insert into job_workers (worker_id, seen_at) select id, now() from unnest(${[...poolIds.keys()]}::text[]) id
          on conflict (worker_id) do update set seen_at = excluded.seen_at`,
      )
      await run(
        db,
        sql`select graphile_worker.force_unlock_workers(array_agg(distinct dead.locked_by)) from (
            select j.locked_by from graphile_worker._private_jobs j
            where j.locked_at < now() - ${DEAD_AFTER}::interval and not exists (
              select from job_workers w where w.worker_id = j.locked_by and w.seen_at > now() - ${DEAD_AFTER}::interval)
          ) dead having count(*) > 0`,
      )
      await run(db, sql`delete from job_workers where seen_at < now() - interval '1 day'`)
    } catch (error) {
      log.warn({ err: error }, 'the heartbeat of the job workers failed')
    } finally {
      isBeating = false
    }
  }

  const timer = setInterval(() => void beat(), BEAT_MS)
  timer.unref()
  return {
    events,
    retire() {
      const untilMs = performance.now() + RETIRED_MAX_MS
      for (const lifetime of poolIds.values()) lifetime.untilMs = Math.min(lifetime.untilMs, untilMs)
    },
    stop: () => clearInterval(timer),
  }
}
