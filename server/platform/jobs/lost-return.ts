const LOST_RETURN = 'Error occurred whilst returning jobs from local queue to database queue'

/**
 * The library gives back the jobs it had fetched when its workers end. Where the database is gone just then, its queue is
 * released already, nobody waits for that, and its failure is thrown into the process (graphile-worker 0.18.0,
 * `LocalQueue.returnJobs`). The heartbeat gives the jobs back, and `startJobs` starts new workers.
 */
export function isLostReturn(error: Error): boolean {
  return error.message.startsWith(LOST_RETURN)
}
