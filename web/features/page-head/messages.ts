/** Texts for tabs, search engines and shared links, besides the page's own names and words. */
export const pageHeadTexts = {
  productName: 'Cheers',
  documentTitle: (title: string, productName: string) => `${title} · ${productName}`,
  postWithoutWords: 'A picture',
} as const
