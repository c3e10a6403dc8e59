import type { Domain } from '#server/platform/domain.ts'

import { ledgerJobs } from './proof.ts'
import { sealJobs } from './published-seals.ts'
import { sealing } from './sealing.ts'

/** The books: every cent that moves, and the proof that none is missing. */
export const ledger: Domain = {
  jobs: [...ledgerJobs, ...sealJobs],
  eachSecond: sealing,
}
