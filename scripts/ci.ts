import { proveShort } from './prove-short.ts'
import { runInBrowser } from './run-in-browser.ts'
import { timeLine } from './steps.ts'
import { testEverything } from './test.ts'
import { sayVerdict } from './verdict.ts'

/*
 * What CI runs: `npm test` with the long tests, the long journeys, then `npm run prove -- short`, whatever the tests said,
 * with one total for all.
 */
const tested = await testEverything(['domain', 'long', 'alone'])
const journeys = await runInBrowser('long')
const proved = await proveShort()
const installing = Number(process.env['INSTALLED_SECONDS'] ?? 0)
console.log(`\n  ${timeLine('installing', installing)}\n  ${timeLine('all', installing + process.uptime())}`)
sayVerdict([...tested, journeys, ...proved])
