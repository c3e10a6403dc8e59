export const overviewTexts = {
  title: 'What is due',
} as const
