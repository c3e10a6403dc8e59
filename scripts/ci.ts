import { proveShort } from './prove-short.ts'
import { runInBrowser } from './run-in-browser.ts'
import { testEverything } from './test.ts'
import { sayVerdict } from './verdict.ts'

/*
 * What CI runs: `npm test`, the long journeys, then `npm run prove -- short`, whatever the tests said, with one total for all.
 */
const tested = await testEverything()
const journeys = await runInBrowser('long')
sayVerdict([...tested, journeys, ...(await proveShort())])
