/** The texts of what leads to a conversation. */
export const messageTexts = {
  message: 'Message',
  messageTo: (name: string) => `Write to ${name}`,
} as const
