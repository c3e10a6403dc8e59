/** The texts of the page behind a mail's unsubscribe link, besides the server's answers. */
export const unsubscribeTexts = {
  title: 'No more emails like this?',
  body: "You'll still get receipts and emails about your account's safety.",
  unsubscribe: 'Unsubscribe',
  chooseMails: 'Choose my emails',
  doneTitle: 'You are off this list',
} as const
