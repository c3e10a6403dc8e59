/** The texts of what leads to a conversation. */
export const messageTexts = {
  message: 'Message',
} as const
