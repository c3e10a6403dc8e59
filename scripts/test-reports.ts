import * as z from 'zod/mini'

import type { Counts, Step } from './steps.ts'

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
})

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

/** A file that failed before its tests could run counts as one failed test. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = z.parse(vitestReport, report)
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

export function countPlaywright(report: unknown): Counts {
  const { stats } = z.parse(playwrightReport, report)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}

/** Runs vitest with these arguments; how many tests passed is read from its report. */
export function vitestStep(name: string, args: readonly string[], options: { isLive: boolean }): Step {
  return {
    name,
    program: 'vitest',
    args: ['run', ...args],
    isLive: options.isLive,
    readReport: countVitest,
    reportTo: (file) => ({ args: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`] }),
  }
}

/** Runs the journeys in the given browser. */
export function journeyStep(browser: string): Step {
  return {
    name: 'journeys',
    program: 'playwright',
    args: ['test'],
    env: { CHROMIUM: browser },
    isLive: true,
    readReport: countPlaywright,
    reportTo: (file) => ({ env: { JOURNEY_REPORT: file } }),
  }
}
