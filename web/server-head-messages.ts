/** Texts for search engines and shared links, which only the server writes. */
export const serverHeadTexts = {
  productName: 'Cheers',
  aboutPage: (pageName: string) => `Support ${pageName} on Cheers and read what members read.`,
  aboutPost: (pageName: string) => `A post by ${pageName} on Cheers.`,
  postPicture: (title: string, pageName: string) => `${title}, a post by ${pageName} on Cheers`,
  pagePicture: (pageName: string) => `${pageName} on Cheers`,
} as const
