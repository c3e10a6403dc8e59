import { slot } from '#contract/rich-text.ts'

/** A creator page's texts besides the creator's own. */
export const creatorPageTexts = {
  loading: 'Loading the page',
  failed: 'This page could not be loaded',
  edit: 'Edit',
  post: 'Post',
  subscribe: 'Subscribe',
  subscribed: 'Subscribed',
  membership: {
    title: 'Membership',
    loading: 'Loading plans',
    failed: 'The plans could not be loaded',
    ownTitle: 'Your membership',
    /** Replaces the plan's name while it is unknown. */
    member: 'Member',
    support: (pageName: string) => `You support ${pageName}. Find it in ${slot('link', 'My Subscriptions')}.`,
  },
  posts: {
    title: (pageName: string) => `Recent posts by ${pageName}`,
    create: 'Create Post',
    loading: 'Loading posts',
    failed: 'The posts could not be loaded',
    showMore: 'Show more posts',
    moreFailed: 'The next posts could not be loaded.',
    noneTitle: 'No posts yet',
    none: (pageName: string) => `Posts by ${pageName} will appear here.`,
    firstTitle: 'Your first post',
    first: 'Say hello. A free post shows everyone what you make.',
  },
  editMode: {
    title: 'Edit your page',
    fields: {
      bannerTitle: 'Banner title',
      bannerSubTitle: 'Banner subtitle',
      pageName: 'Page name',
      headline: 'Headline',
    },
    optional: 'Optional',
    length: (count: number, maxLength: number) => `${count} of ${maxLength} characters`,
    bannerImage: { label: 'Banner image', advice: 'A picture four times as wide as it is high looks best.' },
    profileImage: { label: 'Profile image', advice: 'A square picture looks best.' },
    cancel: 'Cancel',
    save: 'Save Changes',
    saving: 'Saving...',
  },
} as const
