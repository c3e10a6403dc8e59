import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { check } from './check.ts'
import { runInBrowser } from './run-in-browser.ts'
import { runStep, type StepResult } from './steps.ts'
import { vitestStep } from './test-reports.ts'
import { sayVerdict } from './verdict.ts'

/** Half as many again as there are processors: some files wait for timers, and once the journeys are over nothing fills that. */
const DOMAIN_WORKERS = Math.ceil(os.availableParallelism() * 1.5)

/**
 * All checks, then the domain tests and the journeys at once: each waits for browsers, clocks and the database half of the
 * time. Runs all of them, whichever fail.
 */
async function testEverything(): Promise<StepResult[]> {
  const results = await check()
  const [tested, journeys] = await Promise.all([testDomains(['domain', 'alone']), runInBrowser('journeys')])
  return [...results, ...tested, journeys]
}

/** The domain tests, then the plans of every statement that they made the product send. `projects`: of vitest.config.ts. */
export async function testDomains(
  projects: readonly string[],
  workers = DOMAIN_WORKERS,
): Promise<StepResult[]> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-statements-'))
  const env = { RECORD_STATEMENTS: folder }
  try {
    const chosen = projects.flatMap((project) => ['--project', project])
    const domain = vitestStep('domain', [...chosen, `--maxWorkers=${workers}`], { output: 'labelled' })
    const tested = await runStep({ ...domain, env })
    return [tested, await runStep({ ...vitestStep('plans', ['--project', 'plans']), env })]
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const filters = process.argv.slice(2)
  if (filters.length > 0) sayVerdict([await runStep(vitestStep('tests', filters, { output: 'live' }))])
  else {
    const results = await testEverything()
    console.log(
      '\nLeft to `npm run prove -- short`: storms, kills, attacks, bombs, volumes, ffmpeg and the S3 server. Left to ' +
        '`npm run prove -- long` and `screens`: long journeys, many months, and every screen in every theme and width.',
    )
    sayVerdict(results)
  }
}
