import { expect, test } from 'vitest'

import { formatReceiptNumber, parseReceiptNumber } from './receipts.ts'

test.each([
  ['2026-000042', { year: 2026, number: 42 }],
  ['2026-27/000042', { year: 202_627, number: 42 }],
  ['2026-1234567', { year: 2026, number: 1_234_567 }],
  ['2026-42', null],
  ['2026-27-000042', null],
  ['pay_2026-000042', null],
  ['', null],
])('%j is the receipt %j', (text, receipt) => {
  expect(parseReceiptNumber(text)).toEqual(receipt)
  if (receipt) expect(formatReceiptNumber(receipt.year, receipt.number)).toBe(text)
})
