/** What people accept before they write in a page's community. */
export const communityRulesTexts = {
  title: (pageName: string) => `Before you write in ${pageName}’s community`,
  accept: 'Accept and write',
  failed: 'That didn’t work. Please try again.',
  loading: 'Loading the rules',
} as const
