import { webhookSilenceLetter } from '#server/domains/inbox/webhook-silence-letters.ts'
import { sealLetter } from '#server/domains/ledger/seal-letters.ts'
import {
  type DeskFacts,
  disputeDeskLetter,
  type DeskNews,
} from '#server/domains/payments/disputes/dispute-letters.ts'
import { disputeLossLetter } from '#server/domains/payments/disputes/dispute-loss-letters.ts'

import { on, OPERATOR, type Sample, samplesFor, SITE } from './sample.ts'

const to = { name: OPERATOR.name, address: 'operations@cheers.example' }
const address = `${SITE}/api/razorpay/webhook`

const disputed: DeskFacts = {
  id: 'disp_Pk3mX9fQ2w1LtZ',
  amountCents: 999,
  currency: 'USD',
  pageName: 'Asha Plays',
  providerPaymentId: 'pay_Pj7hQ1cV8r5KsA',
  respondBy: on('2026-03-20'),
  refusal: 'The summary may not be greater than 1000 characters.',
}

const DESK_NEWS: Record<DeskNews, string> = {
  opened: 'A bank asks a payment back.',
  sent: 'The provider takes our answer to a bank.',
  refused: 'The provider refuses our answer to a bank.',
  won: 'A bank decides for the page.',
  lost: 'A bank decides for the supporter.',
  closed: 'A bank drops what it asked.',
}

const desk: Sample[] = Object.entries(DESK_NEWS).map(([news, when]) => ({
  name: `dispute-desk-${news}`,
  audience: 'operators',
  when,
  write: (language) =>
    disputeDeskLetter(to, { facts: disputed, news: news as DeskNews, publicUrl: SITE }, language),
}))

const others = samplesFor('operators', {
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

export const operatorSamples = [...desk, ...others]
