import { plural } from '#contract/plural.ts'
import type { MONEY_PROBLEMS, MoneyCheckName } from '#contract/console/money-checks.ts'

interface CheckTexts {
  title: string
  /** What has to hold. */
  rule: string
  /** What to do where it doesn't. */
  remedy: string
}

const ofEach: Record<MoneyCheckName, CheckTexts> = {
  'ledger-sum': {
    title: 'The ledger sums to zero',
    rule: 'The entries of every transaction add up to zero in each currency.',
    remedy:
      'A transaction was written past the database’s own checks. Stop payouts, find out who had access to the database, and correct it with another transaction; never change one.',
  },
  seals: {
    title: 'Seals hold',
    rule: 'Every transaction of the ledger is sealed as it was written, within a minute, and the seals follow each other.',
    remedy:
      'If new transactions have no seal, look at the log: it says why sealing fails. Otherwise somebody changed, removed or added a row behind the server’s back. Compare with the newest seal you were emailed (npm run audit), and restore the rows from the backup before it broke.',
  },
  captures: {
    title: 'Captures are charges',
    rule: 'Every payment is booked as one charge of its amount, at the agreed price; every charge has its payment, and the provider knows it.',
    remedy:
      'Open the payment and compare it with the provider’s dashboard. npm run audit names what the provider says; a payment that is missing is booked when its webhook is applied again. If the price differs, compare the plan of the subscription there with the member’s. If the provider doesn’t know a payment, somebody else may have the webhook secret: change it. Nothing of that payment is paid out.',
  },
  refunds: {
    title: 'Refunds stay within captures',
    rule: 'What goes back of a payment is what was set aside of it, and never more than came in.',
    remedy:
      'Stop refunds of this payment. Compare its refunds with the provider’s; if one was made twice, ask the provider to stop it.',
  },
  balances: {
    title: 'Balances are their entries',
    rule: 'What refunds, payouts and closings did to a creator’s balance is what is booked for them, and its days add up.',
    remedy:
      'Hold the creator’s payouts until it is clear which of the two is right, then correct the balance with another transaction.',
  },
  frozen: {
    title: 'What is frozen is disputed',
    rule: 'The ledger holds exactly the money of the disputes that no bank has decided.',
    remedy:
      'Open the dispute and compare its state with the provider’s dashboard. What the bank decided is applied again with its webhook.',
  },
  'in-transit': {
    title: 'Payouts arrive',
    rule: 'A payout that was approved has arrived, or failed, within seven days.',
    remedy:
      'Ask the bank with the payout’s reference. Import its answer if it is in a bank file (npm run payouts -- import), or mark the payout as failed, so that its money is the creator’s again.',
  },
  events: {
    title: 'Webhooks are applied',
    rule: 'What the payment provider reports is applied within five minutes.',
    remedy:
      'Look at the jobs that failed first: their error says why. Then apply the webhook again; that is safe at any time.',
  },
  'provider-fees': {
    title: 'Fees are known',
    rule: 'The provider has said within a day what it kept of each charge.',
    remedy:
      'Open the payment in the provider’s dashboard. If its fee stands there, apply one of its webhooks again; if not, ask the provider.',
  },
  receipts: {
    title: 'Receipts have no gaps',
    rule: 'Every payment has a receipt within a minute, and the numbers of a year follow each other.',
    remedy:
      'A number was drawn or removed by hand. Write down which, for the tax office, and do not use it again.',
  },
  settlements: {
    title: 'Settlements are the clearing account',
    rule: 'What the ledger says the provider holds is what it took in and has not paid out.',
    remedy:
      'Run npm run audit: it asks the provider and names the payment, refund, dispute or settlement that differs.',
  },
  gifts: {
    title: 'Gifts held are gifts open',
    rule: 'Nothing of this kind yet: gifts cannot be bought.',
    remedy: '',
  },
  splits: {
    title: 'Shares add up to the net amount',
    rule: 'Nothing of this kind yet: payments are not split between pages.',
    remedy: '',
  },
  cards: {
    title: 'Nobody’s card runs out unannounced',
    rule: 'Members whose card ends within thirty days have been told. UPI mandates end when their members end them.',
    remedy:
      'Look for failed jobs of subscriptions and for email that is not sent. The email goes out with the next run once that works.',
  },
  agreements: {
    title: 'The next charges are agreed',
    rule: 'Before each renewal the provider has said that it will charge what was agreed, and that it continues afterwards.',
    remedy:
      'Look for failed jobs named subscriptions.price-at-provider, and compare the subscription in the provider’s dashboard with the member’s plan. If its last charge is near and can’t be put off, ask the member to use another card.',
  },
}

const problems: Record<(typeof MONEY_PROBLEMS)[number], string> = {
  sum: 'All entries together',
  unbalanced: 'Does not balance',
  unsealed: 'Has no seal',
  'does not match its seal': 'Is not as it was sealed',
  'does not follow the one before': 'Does not follow the seal before it',
  published: 'Is not the seal that was published on this day',
  charge: 'Differs from its charge',
  'no-payment': 'No payment accounts for it',
  price: 'Differs from the agreed price',
  beyond: 'More went back than came in',
  'set-aside': 'Its refunds are not what was set aside',
  booking: 'The creator’s share is booked otherwise',
  balance: 'The days of this balance sum to something else than what was booked',
  frozen: 'What is frozen for it is booked otherwise',
  orphan: 'Nothing accounts for it',
  slow: 'On its way for too long',
  unapplied: 'Not applied',
  'no-fee': 'Its fee is not known',
  'no-receipt': 'Has no receipt',
  gap: 'The number before it is missing',
  counter: 'The last number drawn is not the last one used',
  clearing: 'The ledger and the provider’s account differ',
  untold: 'Was not told',
  unmatched: 'The provider has not confirmed its next charge',
  'unknown-payment': 'Unknown to the provider',
}

export const moneyTexts = {
  title: 'Ledger checks',
  subtitle: 'Fifteen checks of the books, looked at every five minutes.',
  allRight: 'Everything that was checked is right',
  wrong: (count: number) => plural(count, { one: 'One check is wrong', other: '{n} checks are wrong' }),
  wrongHelp: 'Those are shown first. Each says what to do.',
  unchecked: 'Nobody has looked yet',
  uncheckedHelp: 'The first look comes within five minutes of the server’s start.',
  states: { right: 'OK', wrong: 'Wrong', unchecked: 'Not looked at yet', none: 'Nothing yet' },
  wrongChecks: 'Wrong',
  otherChecks: 'The rest',
  remedy: 'What to do',
  since: 'Since',
  difference: 'Difference',
  rows: 'Rows',
  many: (count: number) => (count >= 1000 ? '1,000 or more' : String(count)),
  checkedAt: 'Last look',
  wholeAt: 'Everything looked at',
  notWhole: 'Not yet',
  shown: (shown: number, count: number) => `The first ${shown} of ${count}`,
  open: (subject: string) => `Open ${subject}`,
  problems,
  checks: ofEach,
} as const
