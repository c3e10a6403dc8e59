/** The product's texts around optional mails. */
export const notificationMessages = {
  unsubscribed: "Done. We won't mail you about this again.",
  unsubscribeLinkInvalid: 'This link is incomplete. You can choose your mails in the settings.',
} as const
