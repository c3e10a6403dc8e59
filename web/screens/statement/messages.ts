import { formatNumber } from '#contract/numbers.ts'

/** The texts of a monthly statement; its kinds of lines are named beside their route, for the files too. */
export const statementTexts = {
  loading: 'Loading the statement',
  loadFailed: 'The statement could not be loaded.',
  backToPayouts: 'Payouts',
  csv: 'CSV',
  pdf: 'PDF',
  title: (month: string) => `Statement, ${month}`,
  totals: {
    opening: 'Balance at the beginning',
    gross: 'Supporters paid, less refunds',
    fee: 'Platform fee',
    paidOut: 'Paid out',
    closing: 'Balance at the end',
    reserved: 'of which for the months ahead',
  },
  empty: 'Nothing changed your balance this month.',
  lines: 'Everything that changed your balance',
  columns: {
    date: 'Date',
    kind: 'Type',
    about: 'About',
    gross: 'Gross',
    fee: 'Fee',
    net: 'Yours',
  },
  disputes: 'Disputes',
  noFee: '–',
  more: (shown: number, total: number) => `Show more (${formatNumber(shown)} of ${formatNumber(total)})`,
  moreFailed: 'The next lines could not be loaded.',
} as const
