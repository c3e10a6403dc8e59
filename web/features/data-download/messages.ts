/** What stands on the way to one's own data. */
export const dataDownloadTexts = {
  download: 'Download my data',
} as const
