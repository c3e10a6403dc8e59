import { webhookSilenceLetter } from '#server/domains/inbox/webhook-silence-letters.ts'
import { sealLetter } from '#server/domains/ledger/seal-letters.ts'
import { disputeLossLetter } from '#server/domains/payments/disputes/dispute-loss-letters.ts'

import { on, OPERATOR, samplesFor, SITE } from './sample.ts'

const to = { name: OPERATOR.name, address: 'operations@cheers.example' }
const address = `${SITE}/api/razorpay/webhook`

export const operatorSamples = samplesFor('operators', {
  seal: [
    'Every night, the newest seal of the ledger is published.',
    (language) =>
      sealLetter(
        to,
        { now: on('2026-03-14'), day: '2026-03-14', position: 1204, hash: '9f2c41d7'.repeat(8) },
        language,
      ),
  ],
  'dispute-loss': [
    'A bank takes money that had already gone back.',
    (language) =>
      disputeLossLetter(
        to,
        {
          providerDisputeId: 'disp_Pk3mX9fQ2w1LtZ',
          providerPaymentId: 'pay_Pj7hQ1cV8r5KsA',
          amountCents: 999,
          currency: 'USD',
        },
        language,
      ),
  ],
  'webhook-silence': [
    'The payment provider’s webhooks stop.',
    (language) => webhookSilenceLetter(to, { heardAt: on('2026-03-13'), address }, language),
  ],
  'webhook-never-heard': [
    'They have never come.',
    (language) => webhookSilenceLetter(to, { heardAt: null, address }, language),
  ],
})
