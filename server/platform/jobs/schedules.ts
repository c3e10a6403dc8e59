import { type Db, run, sql } from '../db/query.ts'
import type { Job } from './define-job.ts'

const MINUTE_MS = 60_000

/** Minutes that passed while the database was away are made up for, but not those of a clock that was set years ahead. */
const CATCH_UP_MAX_MS = 24 * 60 * MINUTE_MS

/** Minute, hour, day of the month, month, and day of the week, with the values that each may have. */
const FIELDS: readonly { from: number; to: number; of: (at: Date) => number }[] = [
  { from: 0, to: 59, of: (at) => at.getUTCMinutes() },
  { from: 0, to: 23, of: (at) => at.getUTCHours() },
  { from: 1, to: 31, of: (at) => at.getUTCDate() },
  { from: 1, to: 12, of: (at) => at.getUTCMonth() + 1 },
  { from: 0, to: 6, of: (at) => at.getUTCDay() },
]

/**
 * Reads a cron pattern of five fields, each a star, a star with a step, or a list of numbers. Answers whether a moment, in
 * UTC, is one of its minutes.
 */
export function parseCron(pattern: string): (at: Date) => boolean {
  const fields = pattern.split(' ')
  if (fields.length !== FIELDS.length) throw new Error(`“${pattern}” is no cron pattern of five fields`)
  const tests = FIELDS.map(({ from, to, of }, index) => {
    const field = fields[index] ?? ''
    if (field === '*') return () => true
    const step = /^\*\/([1-9]\d*)$/.exec(field)?.[1]
    if (step !== undefined) return (at: Date) => (of(at) - from) % Number(step) === 0
    const numbers = field.split(',').map((text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN))
    if (!numbers.every((number) => number >= from && number <= to))
      throw new Error(`“${field}” in the cron pattern “${pattern}” can't be read`)
    return (at: Date) => numbers.includes(of(at))
  })
  return (at) => tests.every((test) => test(at))
}

export interface Schedules {
  /** Queues what has become due since the last call, by the database's clock; at the first, nothing. */
  queueDue(db: Db, nowMs: number): Promise<void>
}

/** The jobs that start automatically. While no node runs, their minutes pass. */
export function createSchedules(jobs: readonly Job[]): Schedules {
  const regular = jobs.flatMap(({ name, cron, maxAttempts }) =>
    cron === null ? [] : [{ name, maxAttempts, isDueAt: parseCron(cron) }],
  )
  let lookedUntilMs: number | null = null

  /** The latest of its minutes after `sinceMs`: however many were missed, it runs once. */
  function lastDue(isDueAt: (at: Date) => boolean, sinceMs: number, untilMs: number): Date | null {
    for (let ms = untilMs; ms > sinceMs; ms -= MINUTE_MS) if (isDueAt(new Date(ms))) return new Date(ms)
    return null
  }

  return {
    async queueDue(db, nowMs) {
      const minuteMs = nowMs - (nowMs % MINUTE_MS)
      const sinceMs = Math.max(lookedUntilMs ?? minuteMs, minuteMs - CATCH_UP_MAX_MS)
      const due = regular.flatMap(({ name, maxAttempts, isDueAt }) => {
        const at = lastDue(isDueAt, sinceMs, minuteMs)
        return at ? [{ name, maxAttempts, at }] : []
      })
      if (due.length > 0) await queueOnce(db, due)
      lookedUntilMs = minuteMs
    },
  }
}

/**
 * Whichever node is first queues a job for its minute. While one of a kind still waits, or is to be tried again, the next
 * takes its place. What ran at a minute to come, by a clock that was ahead, has not run.
 */
async function queueOnce(
  db: Db,
  due: readonly { name: string; maxAttempts: number; at: Date }[],
): Promise<void> {
  await run(
    db,
    sql`with due as (
        select * from unnest(${due.map(({ name }) => name)}::text[], ${due.map(({ at }) => at)}::timestamptz[],
          ${due.map(({ maxAttempts }) => maxAttempts)}::smallint[]) due (name, at, max_attempts)),
      first as (
        insert into job_schedules (name, last_run) select name, at from due order by name
        on conflict (name) do update set last_run = excluded.last_run
          where job_schedules.last_run < excluded.last_run or job_schedules.last_run > now() + interval '1 minute'
        returning name)
      insert into jobs (name, key, max_attempts)
      select name, 'cron:' || name, max_attempts from due join first using (name) order by name
      on conflict (key, (locked_until is null)) where key is not null do update
        set attempts = 0, max_attempts = excluded.max_attempts, last_error = null, run_at = excluded.run_at`,
  )
}
