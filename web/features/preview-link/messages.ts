/** The texts of the dialog that makes preview links; only owners load them. */
export const previewLinkTexts = {
  label: 'Preview link',
  about:
    'Show this post to an editor, a partner or a friend, with no account needed. Whoever has the link sees all of it as you saved it last, with its pictures, players and files, for seven days.',
  loading: 'Loading the preview link',
  failed: 'The preview link could not be loaded.',
  create: 'Create link',
  replace: 'Replace the link',
  address: 'Link',
  copy: 'Copy link',
  copied: 'Link copied',
  copyFailed: 'The link could not be copied. Select it and copy it by hand.',
  expires: (day: string) => `It works until ${day}. Copy it now: it is shown only once.`,
  existing: (day: string) =>
    `A link works until ${day}. It was shown when you created it. If you have lost it, replace it; the old one then stops working.`,
  revoke: 'Revoke the link',
  revoked: 'The preview link no longer works',
} as const
