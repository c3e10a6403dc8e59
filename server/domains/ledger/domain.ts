import type { Domain } from '#server/platform/domain.ts'

import { ledgerJobs } from './proof.ts'
import { sealJobs } from './published-seals.ts'

/** The books: every cent that moves, and the proof that none is missing. */
export const ledger: Domain = {
  jobs: [...ledgerJobs, ...sealJobs],
}
