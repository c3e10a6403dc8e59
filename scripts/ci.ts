import { proveShort } from './prove-short.ts'
import { timeLine } from './steps.ts'
import { SHORT_AND_LONG, testEverything } from './test.ts'
import { sayVerdict } from './verdict.ts'

/*
 * What CI runs: `npm test` with the long tests and journeys among the others, then `npm run prove -- short`, whatever the tests said,
 * with one total for all.
 */
const tested = await testEverything(SHORT_AND_LONG)
const proved = await proveShort()
const installing = Number(process.env['INSTALLED_SECONDS'] ?? 0)
console.log(`\n  ${timeLine('installing', installing)}\n  ${timeLine('all', installing + process.uptime())}`)
sayVerdict([...tested, ...proved])
