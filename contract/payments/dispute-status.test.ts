import { describe, expect, test } from 'vitest'

import {
  creatorDisputeSentence,
  type Dispute,
  isUndecided,
  ownDisputeSentence,
  takesMoney,
} from './dispute-status.ts'

const open: Dispute = {
  status: 'open',
  amount: 10,
  borne: 0,
  currency: 'USD',
  openedAt: '2026-11-26T09:00:00.000Z',
  respondBy: '2026-12-03T09:00:00.000Z',
  settledAt: null,
}
const decided = { ...open, respondBy: null, settledAt: '2027-05-05T09:00:00.000Z' }

describe('what creator and supporter read about a dispute', () => {
  test.each<[Dispute, string, string]>([
    [
      open,
      'Disputed with the bank, answer due 3 December 2026: $10.00 is held',
      'Disputed by your bank since 26 November 2026: it is deciding about $10.00. Nothing more is charged until then',
    ],
    [
      { ...open, status: 'suspected' },
      'The bank suspects fraud, answer due 3 December 2026: none of the $10.00 has been taken yet',
      'Your bank has suspected since 26 November 2026 that someone else made this payment. Nothing more is charged until it has decided',
    ],
    [
      { ...decided, status: 'won' },
      'Dispute won on 5 May 2027: the $10.00 is no longer held',
      'Your bank decided on 5 May 2027 that the payment stands',
    ],
    [
      { ...decided, status: 'closed' },
      'Dispute dropped by the bank on 5 May 2027: the $10.00 is no longer held',
      'Your bank dropped its dispute on 5 May 2027: the payment stands',
    ],
    [
      { ...decided, status: 'lost' },
      'Lost to a dispute: −$10.00 on 5 May 2027',
      'Given back by your bank: $10.00 on 5 May 2027',
    ],
    [
      { ...decided, status: 'cleared' },
      "The bank's suspicion of fraud ended on 5 May 2027: nothing was taken",
      "Your bank's suspicion of fraud ended on 5 May 2027",
    ],
  ])('%o', (dispute, ofCreator, own) => {
    expect(creatorDisputeSentence(dispute)).toBe(ofCreator)
    expect(ownDisputeSentence(dispute)).toBe(own)
  })

  test('money is held while one is open, and gone once it is lost', () => {
    const states = ['suspected', 'cleared', 'open', 'won', 'closed', 'lost'] as const
    expect(states.filter((status) => takesMoney({ status }))).toEqual(['open', 'lost'])
    expect(states.filter((status) => isUndecided({ status }))).toEqual(['suspected', 'open'])
  })
})
