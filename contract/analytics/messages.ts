/** What is said about a range that can't be shown. */
export const insightTexts = {
  dayWrong: 'A day looks like 2026-03-14.',
  rangeWrong: 'Choose a range that ends after it begins, of at most two years.',
} as const

/** What the calls about members answer. */
export const memberMessages = {
  sharingSaved: 'Saved. You can change this at any time.',
} as const
