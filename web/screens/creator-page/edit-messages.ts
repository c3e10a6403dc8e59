/** What edit mode says, apart from the page: only owners load it. */
export const editPageTexts = {
  title: 'Edit your page',
  fields: {
    bannerTitle: 'Banner title',
    bannerSubTitle: 'Banner subtitle',
    pageName: 'Page name',
    headline: 'Headline',
  },
  optional: 'Optional',
  length: (count: number, maxLength: number) => `${count} of ${maxLength} characters`,
  bannerImage: { label: 'Banner image', advice: 'Four times as wide as high looks best.' },
  profileImage: { label: 'Profile image', advice: 'A square picture looks best.' },
  cancel: 'Cancel',
  save: 'Save Changes',
  saving: 'Saving...',
} as const
