import { ensureWebIsBuilt } from './build.ts'
import { findOrInstallBrowser } from './find-browser.ts'
import { runStep, type StepResult } from './steps.ts'
import { type BrowserProject, playwrightStep } from './test-reports.ts'

/** Runs journeys: the short ones, the long ones, those that are proofs, after the set-up they need. */
export async function runInBrowser(projects: readonly BrowserProject[]): Promise<StepResult> {
  const name = projects.includes('proofs') ? 'on screen' : 'journeys'
  try {
    if ((await ensureWebIsBuilt()) === 'built') console.log('The web app is built.')
    const browser = await findOrInstallBrowser()
    return await runStep(playwrightStep(name, { projects, browser, output: 'labelled' }))
  } catch (error) {
    const lastWords = error instanceof Error ? error.message : String(error)
    const line = `✗ ${name}`
    console.log(`${line}\n\n${lastWords}\n`)
    // Nothing ran, and that must not look like success.
    return { hasPassed: false, line, lastWords, tests: { passed: 0, failed: 1, failures: [] } }
  }
}
