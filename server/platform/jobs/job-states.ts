/**
 * A job's states, each as a condition on its row. `failed`: given up after the last attempt. `retrying`: failed, and tried again
 * later. `running`: a worker has it. `waiting`: due, or later. Each has an index (migration 0507), which PostgreSQL uses for a
 * query with the same words.
 */
export const JOB_STATE_CONDITIONS = {
  running: 'locked_until is not null',
  failed: 'locked_until is null and attempts >= max_attempts',
  retrying: 'locked_until is null and attempts < max_attempts and attempts > 0',
  waiting: 'locked_until is null and attempts < max_attempts and attempts = 0',
} as const
