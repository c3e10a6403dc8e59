import { ensureWebIsBuilt } from './build.ts'
import { findOrInstallBrowser } from './find-browser.ts'
import { runStep, type StepResult } from './steps.ts'
import { type BrowserProject, playwrightStep } from './test-reports.ts'

const NAMES = {
  journeys: 'journeys',
  programs: 'on screen',
  firefox: 'in Firefox',
  broadcasts: 'broadcasts',
}

/** Runs one of Playwright's projects after the set-up it needs. `workers`: browsers at once. */
export async function runInBrowser(project: BrowserProject, workers?: number): Promise<StepResult> {
  const name = NAMES[project]
  try {
    if ((await ensureWebIsBuilt()) === 'built') console.log('The web app is built.')
    const browser = await findOrInstallBrowser()
    return await runStep(playwrightStep(name, { project, browser, workers, output: 'labelled' }))
  } catch (error) {
    const lastWords = error instanceof Error ? error.message : String(error)
    const line = `✗ ${name}`
    console.log(`${line}\n\n${lastWords}\n`)
    // Nothing ran, and that must not look like success.
    return { hasPassed: false, line, lastWords, tests: { passed: 0, failed: 1, failures: [] } }
  }
}
