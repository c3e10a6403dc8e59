/** Texts for search engines and shared links, which only the server writes. */
export const serverHeadTexts = {
  productName: 'Cheers',
  aboutPage: (pageName: string) => `Support ${pageName} on Cheers and read what members read.`,
  pagePicture: (pageName: string) => `${pageName} on Cheers`,
} as const
