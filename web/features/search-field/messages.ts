/** The texts of the search field on a creator's page. */
export const searchFieldTexts = {
  ofPage: (pageName: string) => `Search posts by ${pageName}`,
  placeholder: 'Search posts',
} as const
