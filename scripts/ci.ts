import { check } from './check.ts'
import { proveByAttacks, proveByTestsAndPrograms } from './prove-short.ts'
import { runInBrowser } from './run-in-browser.ts'
import { type StepResult, timeLine } from './steps.ts'
import { testDomains } from './test.ts'
import { sayVerdict } from './verdict.ts'

/*
 * What CI runs: `npm test` with the long tests, the long journeys, and `npm run prove -- short`, whatever the steps before
 * said, with one total for all. In two rows: everything in the browser, and beside it the domain tests, then the proofs.
 * Whatever ends first leaves its processor to the other row (docs/decisions/0400).
 */
const checked = await check()
const [inBrowser, beside] = await Promise.all([testInBrowser(), testAndProve()])
const attacked = await proveByAttacks()
const installing = Number(process.env['INSTALLED_SECONDS'] ?? 0)
console.log(`\n  ${timeLine('installing', installing)}\n  ${timeLine('all', installing + process.uptime())}`)
sayVerdict([...checked, ...beside, ...inBrowser, ...attacked])

async function testInBrowser(): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const project of ['journeys', 'long', 'proofs'] as const) results.push(await runInBrowser(project))
  return results
}

async function testAndProve(): Promise<StepResult[]> {
  const tested = await testDomains(['domain', 'long', 'alone'])
  return [...tested, ...(await proveByTestsAndPrograms())]
}
