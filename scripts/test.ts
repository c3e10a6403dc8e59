import { ensureWebIsBuilt } from './build.ts'
import { check } from './check.ts'
import { findOrInstallBrowser } from './find-browser.ts'
import { runStep, type StepResult } from './steps.ts'
import { journeyStep, vitestStep } from './test-reports.ts'
import { sayVerdict } from './verdict.ts'

/** The result if the set-up failed: the journeys did not run, and that must not look like success. */
const NOT_RUN: StepResult = { hasPassed: false, tests: { passed: 0, failed: 1, failures: [] } }

/** All checks, then the domain tests and the journeys. Runs all of them, whichever fail. */
export async function testEverything(): Promise<StepResult[]> {
  const results = await check()
  results.push(
    await runStep(vitestStep('domain', ['--project', 'domain', '--project', 'alone'], { isLive: true })),
  )
  results.push(await runJourneys())
  return results
}

async function runJourneys(): Promise<StepResult> {
  try {
    if ((await ensureWebIsBuilt()) === 'built') console.log('The web app is built.')
    const browser = await findOrInstallBrowser()
    return await runStep(journeyStep(browser))
  } catch (error) {
    console.log(`✗ journeys\n\n${error instanceof Error ? error.message : String(error)}\n`)
    return NOT_RUN
  }
}

if (import.meta.main) {
  const filters = process.argv.slice(2)
  if (filters.length > 0) sayVerdict([await runStep(vitestStep('tests', filters, { isLive: true }))])
  else {
    const results = await testEverything()
    console.log(
      '\nLeft to `npm run prove -- short`: storms, kills, attacks, bombs, ffmpeg and the S3 server.',
    )
    sayVerdict(results)
  }
}
