/**
 * A job's states, each as a condition on its row in the queue. `failed`: given up after the last attempt. `retrying`: failed, and
 * tried again later. `running`: a worker has it. `waiting`: due, or later. Each has an index (queue-indexes.ts), which PostgreSQL
 * uses for a query with the same words.
 */
export const JOB_STATE_CONDITIONS = {
  running: 'locked_at is not null',
  failed: 'locked_at is null and attempts >= max_attempts',
  retrying: 'locked_at is null and attempts < max_attempts and attempts > 0',
  waiting: 'locked_at is null and attempts < max_attempts and attempts = 0',
} as const
