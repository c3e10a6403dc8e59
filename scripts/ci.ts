import { proveShort } from './prove-short.ts'
import { testEverything } from './test.ts'
import { sayVerdict } from './verdict.ts'

/* What CI runs: `npm test`, then `npm run prove -- short`, whatever the tests said, with one total for both. */
const tested = await testEverything()
sayVerdict([...tested, ...(await proveShort())])
