/** What the page behind a mail's unsubscribe link says, besides the answers of the server. */
export const unsubscribeTexts = {
  title: 'No more mails like this?',
  body: 'You will go on getting receipts and what concerns the safety of your account.',
  unsubscribe: 'Unsubscribe',
  chooseMails: 'Choose my mails',
  doneTitle: 'You are off this list',
} as const
