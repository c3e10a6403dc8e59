/** What the statement of a month says; its kinds of lines are named beside their route, for the files too. */
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
    reserved: 'of it for months to come',
  },
  empty: 'Nothing moved your balance this month.',
  lines: 'Everything that moved your balance',
  columns: {
    date: 'Date',
    kind: 'What',
    about: 'About',
    gross: 'Gross',
    fee: 'Fee',
    net: 'Yours',
  },
  noFee: '–',
  cut: (shown: number, total: number) => `The first ${shown} of ${total} lines; the CSV has them all.`,
} as const
