/* What links in mails lead to, papers among them, in one file: a name less in the script that every visitor loads. */

export { MailLinkScreen } from './screens/mail-link/mail-link.tsx'
export { ReceiptScreen } from './screens/receipt/receipt.tsx'
export { StatementScreen } from './screens/statement/statement.tsx'
export { UnsubscribeScreen } from './screens/unsubscribe/unsubscribe.tsx'
