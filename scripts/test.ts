import { ensureWebIsBuilt } from './build.ts'
import { check } from './check.ts'
import { findOrInstallBrowser } from './find-browser.ts'
import { runStep, type Step, type StepResult } from './steps.ts'
import { journeyStep, vitestStep } from './test-reports.ts'

/** The result if the set-up failed: the journeys did not run, and that must not look like success. */
const NOT_RUN: StepResult = { hasPassed: false, tests: { passed: 0, failed: 1, failures: [] } }

/** About a minute on an idle machine; `npm run storm` makes larger ones. */
const SMALL_STORM: Step = {
  name: 'storm',
  program: 'node',
  args: ['scripts/storm/storm.ts', '--events', '5000', '--kill9', '3'],
}

/** What strangers send to take a node down, three seconds each; `npm run prove -- attacks` gives them longer. */
const SHORT_ATTACKS: Step = { name: 'attacks', program: 'node', args: ['scripts/prove/attacks.ts', 'short'] }

async function runEverything(): Promise<StepResult[]> {
  const results = await check()
  results.push(
    await runStep(vitestStep('domain', ['--project', 'domain', '--project', 'alone'], { isLive: true })),
  )
  results.push(await runStep(SMALL_STORM))
  results.push(await runStep(SHORT_ATTACKS))
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

const filters = process.argv.slice(2)
const results =
  filters.length > 0 ? [await runStep(vitestStep('tests', filters, { isLive: true }))] : await runEverything()

const sum = (key: 'passed' | 'failed') => results.reduce((total, { tests }) => total + (tests?.[key] ?? 0), 0)
const failures = results.flatMap(({ tests }) => tests?.failures ?? [])
process.exitCode = results.every(({ hasPassed }) => hasPassed) ? 0 : 1
if (failures.length > 0) console.log(`\nWhat failed:\n${failures.map((line) => `  ${line}`).join('\n')}`)
// Read by CI: keep it the last line, and as it is.
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
