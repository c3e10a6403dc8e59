/* Receipts and statements in one file: a name less in the script that every visitor loads. */

export { ReceiptScreen } from './screens/receipt/receipt.tsx'
export { StatementScreen } from './screens/statement/statement.tsx'
