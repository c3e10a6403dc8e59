/* What links in mails lead to, in one file: a name less in the script that every visitor loads. */

export { MailLinkScreen } from './screens/mail-link/mail-link.tsx'
export { UnsubscribeScreen } from './screens/unsubscribe/unsubscribe.tsx'
