import fs from 'node:fs'
import os from 'node:os'

import { inTurn, proveByAttacks, proveByKill, proveByTests, queuePrograms } from './prove-short.ts'
import { runInBrowser } from './run-in-browser.ts'
import { ROOT, runStep, timeLine } from './steps.ts'
import { vitestStep } from './test-reports.ts'
import { sayVerdict } from './verdict.ts'

/*
 * What CI runs after `npm test`, where the optional programs are installed: the tests that use them, the long tests and
 * journeys, and `npm run prove -- short`, whatever the steps before said, with one total for all. Everything in the browser
 * is one row, the other tests and then the proofs are another, so that what one leaves of the processor the other takes
 * (docs/decisions/0400).
 */

/** Of a row. The others take what its waiting leaves; more of them only made what has to be in time late on slow machines. */
const WORKERS = os.availableParallelism()

/** The domain tests that skip something where a program is missing; proofs are other projects. */
function findTestsOfPrograms(): string[] {
  return fs
    .globSync('{server,sandbox}/**/*.test.ts', { cwd: ROOT })
    .filter((file) => fs.readFileSync(`${ROOT}/${file}`, 'utf8').includes('optional-program.ts'))
}

const provePrograms = queuePrograms()
const tested = inTurn(
  [
    vitestStep('programs', ['--project', 'domain', ...findTestsOfPrograms()], { output: 'labelled' }),
    vitestStep('long', ['--project', 'long', `--maxWorkers=${WORKERS}`], { output: 'labelled' }),
  ].map((step) => () => runStep(step)),
)
const journeys = runInBrowser('long', WORKERS)
// Not beside the last journeys: one of them broadcasts, and needs its time.
const proved = Promise.all([tested, journeys]).then(proveByTests)
const rows = await Promise.all([
  tested,
  journeys,
  journeys.then(() =>
    inTurn([() => runInBrowser('proofs', WORKERS), () => runInBrowser('firefox', WORKERS), provePrograms]),
  ),
  inTurn([() => proved, provePrograms]),
  journeys.then(() => inTurn([proveByKill])),
  proved.then(provePrograms),
])
const attacked = await proveByAttacks()
console.log(`\n  ${timeLine('all', process.uptime())}`)
sayVerdict([...rows.flat(), attacked])
