/** What the product says around mails that people can choose. */
export const notificationMessages = {
  unsubscribed: 'Done. We will not mail you about this again.',
  unsubscribeLinkInvalid: 'This link is not whole. You can choose your mails in the settings.',
} as const
