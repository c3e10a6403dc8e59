/* What `lab/bench/scale.ts` compares by how much of it there is. */

/**
 * Whole documents, and sums that are worked out for each of many: what they are of, and how much of it an answer has. A
 * hundred times as many lines take a hundred times as long, so each of them may take twice as long on the larger platform.
 */
export const WHOLES: Readonly<Record<string, readonly [what: string, count: (answer: never) => number]>> = {
  '/payout/statement/:month/:format': ['KB of the file', sizeOfFile],
  '/members/export': ['KB of the file', sizeOfFile],
  '/polls/:pollId/votes.csv': ['KB of the file', sizeOfFile],
  '/user/export': ['KB of the export', (answer: object) => JSON.stringify(answer).length / 1024],
  '/payout/closing': ['member', ({ memberCount }: { memberCount: number }) => memberCount],
}

/** Jobs that look at each of many rows, and how many there are for a run. */
export const JOBS_OF_ROWS: Readonly<Record<string, readonly [what: string, count: string]>> = {
  'notifications.tidy-bells': [
    'notification of the last three days',
    "select count(*)::integer as count from notifications where updated_at > now() - interval '3 days'",
  ],
}

function sizeOfFile({ base64 }: { base64: string }): number {
  return base64.length / 1024
}
