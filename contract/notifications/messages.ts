/** The product's texts around optional mails and other notifications. */
export const notificationMessages = {
  unsubscribed: "Done. We won't email you about this again.",
  unsubscribeLinkInvalid: 'This link is incomplete. You can choose your emails in the settings.',
  choiceNotOffered: 'This cannot be chosen.',
  timeZoneUnknown: 'We do not know this time zone.',
  pushServiceUnknown: 'This browser gets its notifications from a service we do not know.',
  pushKeysWrong: 'The keys of this browser cannot be used for notifications.',
  pushDevicesFull: (max: number) =>
    `You have notifications on ${max} devices already. Log out on one of them first.`,
} as const
