import { describe, expect, it } from 'vitest'

import { hintOf, isIban, type PayoutDetailsForm, readPayoutDetails } from './details.ts'

const bank: PayoutDetailsForm = {
  method: 'bank',
  holder: 'Asha Rao',
  accountNumber: '5010 0123 4567 89',
  ifsc: 'hdfc0001234',
}

describe('payout details', () => {
  it('are tidied, and hold the fields of their own method alone', () => {
    expect(readPayoutDetails({ ...bank, upiId: 'asha@upi' })).toEqual({
      method: 'bank',
      holder: 'Asha Rao',
      accountNumber: '50100123456789',
      ifsc: 'HDFC0001234',
      iban: '',
      upiId: '',
      paypalEmail: '',
    })
  })

  it.each<[Partial<PayoutDetailsForm>, string]>([
    [{ holder: '  A ' }, 'holder'],
    [{ accountNumber: '12345678' }, 'accountNumber'],
    [{ accountNumber: '12345678901234567890' }, 'accountNumber'],
    [{ ifsc: 'HDFC1001234' }, 'ifsc'],
    [{ method: 'iban', iban: 'DE89370400440532013001' }, 'iban'],
    [{ method: 'upi', upiId: 'asha' }, 'upiId'],
    [{ method: 'paypal', paypalEmail: 'asha@nowhere' }, 'paypalEmail'],
  ])('%o are refused at %s', (change, field) => {
    expect(readPayoutDetails({ ...bank, ...change })).toMatchObject({ field })
  })

  it.each([
    ['DE89370400440532013000', true],
    ['GB82WEST12345698765432', true],
    ['FR1420041010050500013M02606', true],
    ['GB82WEST12345698765433', false],
    ['XX', false],
  ])('%s is an IBAN: %s', (iban, expected) => {
    expect(isIban(iban)).toBe(expected)
  })

  it('show too little to be used', () => {
    const read = (given: PayoutDetailsForm) => {
      const details = readPayoutDetails(given)
      return 'field' in details ? details.message : hintOf(details)
    }
    expect(read(bank)).toBe('•••• 6789')
    expect(read({ ...bank, method: 'iban', iban: 'DE89 3704 0044 0532 0130 00' })).toBe('DE •••• 3000')
    expect(read({ ...bank, method: 'upi', upiId: 'asha@okbank' })).toBe('a•••@okbank')
    expect(read({ ...bank, method: 'paypal', paypalEmail: 'asha@example.com' })).toBe('a•••@example.com')
  })
})
