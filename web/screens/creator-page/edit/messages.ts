/** The texts of changing one's own page; only its owner loads them. */
export const editTexts = {
  title: 'Edit your page',
  fields: {
    bannerTitle: 'Banner title',
    bannerSubTitle: 'Banner subtitle',
    pageName: 'Page name',
    headline: 'Headline',
    topics: 'Topics',
    about: 'About you',
    links: 'Links',
  },
  linksHelp: 'Up to five, one on each line, such as your website or your shop.',
  showsCounts: 'Show how many members and posts this page has',
  showsCountsHelp: 'Counted every ten minutes, on large pages every hour.',
  help: {
    topics: 'Up to five topics, with commas between them. People find you by them.',
  } as Partial<Record<string, string>>,
  length: (count: number, maxLength: number) => `${count} of ${maxLength} characters`,
  /** Where there is none yet. */
  pictureMissing: 'Add a picture',
  headlineMissing: 'Say what you make',
  aboutMissing: 'What you make, and why you make it',
  topicsMissing: 'Topics, such as “pottery, ceramics”',
  bannerImage: 'Banner image',
  profileImage: 'Profile image',
  viewAs: {
    title: 'View as',
    visitor: 'Visitor',
    member: (planName: string) => `Member of ${planName}`,
    back: 'Back',
  },
  cancel: 'Cancel',
  save: 'Save Changes',
  saving: 'Saving...',
} as const
