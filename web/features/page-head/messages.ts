/** What tabs, search engines and shared links say besides the names and words of the page itself. */
export const pageHeadTexts = {
  productName: 'Cheers',
  documentTitle: (title: string, productName: string) => `${title} · ${productName}`,
  postWithoutWords: 'A picture',
} as const
