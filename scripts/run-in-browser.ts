import { ensureWebIsBuilt } from './build.ts'
import { findOrInstallBrowser } from './find-browser.ts'
import { runStep, type StepResult } from './steps.ts'
import { type BrowserProject, playwrightStep } from './test-reports.ts'

/** The result if the set-up failed: nothing ran, and that must not look like success. */
const NOT_RUN: StepResult = { hasPassed: false, tests: { passed: 0, failed: 1, failures: [] } }

/** Runs the journeys, the long ones or those that are proofs, after the set-up they need. */
export async function runInBrowser(project: BrowserProject): Promise<StepResult> {
  const name = project === 'proofs' ? 'on screen' : project
  try {
    if ((await ensureWebIsBuilt()) === 'built') console.log('The web app is built.')
    const browser = await findOrInstallBrowser()
    return await runStep(playwrightStep(name, { project, browser, output: 'labelled' }))
  } catch (error) {
    console.log(`✗ ${name}\n\n${error instanceof Error ? error.message : String(error)}\n`)
    return NOT_RUN
  }
}
