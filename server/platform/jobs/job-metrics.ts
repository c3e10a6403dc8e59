import { Histogram } from 'prom-client'

import { productMetrics } from '../http/metrics.ts'

const durations = new Histogram({
  name: 'job_duration_seconds',
  help: 'How long jobs ran, by name and by outcome: done, or failed, to be tried again.',
  labelNames: ['name', 'outcome'],
  // Jobs have many names: few steps for each.
  buckets: [0.1, 1, 10, 60, 300],
  registers: [productMetrics],
})

/** Counts and times one run of a job. */
export async function measureJob(name: string, run: () => Promise<void>): Promise<void> {
  const stop = durations.startTimer({ name })
  try {
    await run()
    stop({ outcome: 'done' })
  } catch (error) {
    stop({ outcome: 'failed' })
    throw error
  }
}
