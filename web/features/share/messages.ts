export const shareTexts = {
  copy: 'Copy link',
  copied: 'Link copied',
  notCopied: 'The link could not be copied. It is in the address bar.',
  share: 'Share',
} as const
