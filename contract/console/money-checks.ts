/** The ledger checks, in the order of the screen. */
export const MONEY_CHECKS = [
  'ledger-sum',
  'seals',
  'captures',
  'refunds',
  'balances',
  'frozen',
  'in-transit',
  'events',
  'provider-fees',
  'receipts',
  'settlements',
  'gifts',
  'splits',
  'cards',
  'agreements',
] as const
export type MoneyCheckName = (typeof MONEY_CHECKS)[number]

/** Of what the product doesn't have yet: there is nothing to check, which is not the same as right. */
export const NOT_YET: readonly MoneyCheckName[] = ['gifts', 'splits']

/**
 * `right`: nothing is wrong with what was looked at. `wrong`: something is. `unchecked`: nobody has looked yet. `none`:
 * there is nothing of this kind.
 */
export const MONEY_STATES = ['right', 'wrong', 'unchecked', 'none'] as const

/** What is wrong with a row. */
export const MONEY_PROBLEMS = [
  'sum',
  'unbalanced',
  'unsealed',
  'does not match its seal',
  'does not follow the one before',
  'published',
  'charge',
  'no-payment',
  'price',
  'beyond',
  'set-aside',
  'booking',
  'balance',
  'frozen',
  'orphan',
  'slow',
  'unapplied',
  'no-fee',
  'no-receipt',
  'gap',
  'counter',
  'clearing',
  'untold',
  'unmatched',
  'unknown-payment',
] as const

/** What can be opened to see a finding; null: nothing but its name. */
export const MONEY_PLACES = ['payment', 'payout', 'dispute', 'event', 'person'] as const
