/** The texts around downloading your own data. */
export const dataDownloadTexts = {
  download: 'Download my data',
} as const
