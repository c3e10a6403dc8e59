import { accountSamples } from './account-samples.ts'
import { billingSamples } from './billing-samples.ts'
import { consoleSamples } from './console-samples.ts'
import { creatorSamples } from './creator-samples.ts'
import { disputeSamples } from './dispute-samples.ts'
import { enforcementSamples } from './enforcement-samples.ts'
import { grievanceSamples } from './grievance-samples.ts'
import { membershipSamples } from './membership-samples.ts'
import { newsSamples } from './news-samples.ts'
import { operatorSamples } from './operator-samples.ts'
import { refundSamples } from './refund-samples.ts'
import type { Sample } from './sample.ts'
import { securitySamples } from './security-samples.ts'

/** Every letter of the product; `mails.test.ts` fails while one is missing. */
export const samples: readonly Sample[] = [
  ...accountSamples,
  ...securitySamples,
  ...enforcementSamples,
  ...grievanceSamples,
  ...membershipSamples,
  ...billingSamples,
  ...refundSamples,
  ...disputeSamples,
  ...creatorSamples,
  ...newsSamples,
  ...operatorSamples,
  ...consoleSamples,
]
