import os from 'node:os'

import { check } from './check.ts'
import { inTurn, proveByAttacks, proveByKill, proveByTests, queuePrograms } from './prove-short.ts'
import { runInBrowser } from './run-in-browser.ts'
import { timeLine } from './steps.ts'
import { testDomains } from './test.ts'
import { sayVerdict } from './verdict.ts'

/*
 * What CI runs: `npm test` with the long tests, the long journeys, and `npm run prove -- short`, whatever the steps before
 * said, with one total for all. Everything in the browser is one row, the domain tests and then the proofs are another, so
 * that what one leaves of the processor the other takes (docs/decisions/0400).
 */

/** Of a row. The others take what its waiting leaves; more of them only made what has to be in time late on slow machines. */
const WORKERS = os.availableParallelism()

const checked = await check()
const provePrograms = queuePrograms()
const tested = testDomains(['domain', 'long', 'alone'], WORKERS)
const journeys = inTurn([() => runInBrowser('journeys', WORKERS), () => runInBrowser('long', WORKERS)])
// Not beside the last journeys: one of them broadcasts, and needs its time.
const proved = Promise.all([tested, journeys]).then(proveByTests)
const rows = await Promise.all([
  tested,
  journeys,
  journeys.then(() => inTurn([() => runInBrowser('proofs', WORKERS), provePrograms])),
  inTurn([() => proved, provePrograms]),
  journeys.then(() => inTurn([proveByKill])),
  proved.then(provePrograms),
])
const attacked = await proveByAttacks()
const installing = Number(process.env['INSTALLED_SECONDS'] ?? 0)
console.log(`\n  ${timeLine('installing', installing)}\n  ${timeLine('all', installing + process.uptime())}`)
sayVerdict([...checked, ...rows.flat(), attacked])
