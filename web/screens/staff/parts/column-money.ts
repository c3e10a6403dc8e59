import { columnFormat } from '#contract/money.ts'

interface Amount {
  amount: number
  currency: string
}

/** Writes the amounts of a list's rows alike, each with its currency. */
export function columnMoney(rows: readonly Amount[]): (row: Amount) => string {
  return ({ amount, currency }) => {
    const column = rows.flatMap((row) => (row.currency === currency ? [row.amount] : []))
    return columnFormat(column, currency)(amount)
  }
}
