/** The texts around topics. */
export const topicTexts = {
  label: 'Topics',
} as const
