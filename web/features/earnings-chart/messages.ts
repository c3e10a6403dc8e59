const parts = (gross: string, fee: string) => `of ${gross} paid, ${fee} platform fee`
const yours = (net: string) => `${net} yours`

/** What the earnings by month say, as bars and as a table. Amounts and months arrive formatted. */
export const earningsChartTexts = {
  empty: (months: number) => `No payments in the last ${months} months. The first one draws the first bar.`,
  span: (months: number) => `The last ${months} months, in UTC`,
  showChart: 'Show as chart',
  showTable: 'Show as table',
  yours,
  parts,
  chart: 'Earnings by month. Arrow keys go from month to month.',
  monthWithoutPayments: (month: string) => `${month}: no payments`,
  month: (month: string, { gross, fee, net }: { gross: string; fee: string; net: string }) =>
    `${month}: ${yours(net)}, ${parts(gross, fee)}`,
  table: 'Earnings by month',
  tableCaption: 'Earnings by month, the newest first',
  columns: {
    month: 'Month',
    gross: 'Paid',
    fee: 'Platform fee',
    net: 'Yours',
  },
  sum: 'Together',
} as const
