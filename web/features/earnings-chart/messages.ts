const parts = (gross: string, fee: string) => `of ${gross} paid, ${fee} platform fee`
const yours = (net: string) => `${net} yours`

/** The texts of earnings by month, as bars and as a table. Amounts and months arrive formatted. */
export const earningsChartTexts = {
  empty: (months: number) => `No payments in the last ${months} months. Your first one will appear here.`,
  span: (months: number) => `The last ${months} months, in UTC`,
  showChart: 'Show as chart',
  showTable: 'Show as table',
  yours,
  parts,
  chart: 'Earnings by month. Use the arrow keys to move between months.',
  monthWithoutPayments: (month: string) => `${month}: no payments`,
  month: (month: string, { gross, fee, net }: { gross: string; fee: string; net: string }) =>
    `${month}: ${yours(net)}, ${parts(gross, fee)}`,
  table: 'Earnings by month',
  tableCaption: 'Earnings by month, newest first',
  columns: {
    month: 'Month',
    gross: 'Paid',
    fee: 'Platform fee',
    net: 'Yours',
  },
  sum: 'Total',
} as const
