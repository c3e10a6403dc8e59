import { check } from './check.ts'
import { runInBrowser } from './run-in-browser.ts'
import { runStep, type StepResult } from './steps.ts'
import { vitestStep } from './test-reports.ts'
import { sayVerdict } from './verdict.ts'

/**
 * All checks, then the domain tests and the journeys at once: each waits for browsers, clocks and the database half of the
 * time. Runs all of them, whichever fail.
 */
export async function testEverything(): Promise<StepResult[]> {
  const results = await check()
  const domain = vitestStep('domain', ['--project', 'domain', '--project', 'alone'], { output: 'labelled' })
  results.push(...(await Promise.all([runStep(domain), runInBrowser('journeys')])))
  return results
}

if (import.meta.main) {
  const filters = process.argv.slice(2)
  if (filters.length > 0) sayVerdict([await runStep(vitestStep('tests', filters, { output: 'live' }))])
  else {
    const results = await testEverything()
    console.log(
      '\nLeft to `npm run prove -- short`: storms, kills, attacks, bombs, volumes, ffmpeg, the S3 server, a whole year, ' +
        'and every screen in every theme and width.',
    )
    sayVerdict(results)
  }
}
