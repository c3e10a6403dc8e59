/** Why time that nobody could use is paid back: the reason on its refund, in the language of the member. */
export const unusedTimeTexts = {
  pageClosed: (day: string) => `The page closed on ${day}: this is what you paid for the time since then.`,
  pageSuspended: (page: string, day: string) =>
    `${page} has not been available since ${day}: this is what you paid for the time since then.`,
  withheld:
    'Your bank has closed its dispute: this is what you paid for the time when the page was not available.',
} as const
