import { plural } from '#contract/plural.ts'

/** A creator page's texts besides the creator's own. */
export const creatorPageTexts = {
  loading: 'Loading the page',
  failed: 'This page could not be loaded',
  /** Only its owner reads it. */
  followers: (count: number) => plural(count, { one: '{n} follower', other: '{n} followers' }),
  members: (count: number) => plural(count, { one: '{n} member', other: '{n} members' }),
  postCount: (count: number) => plural(count, { one: '{n} post', other: '{n} posts' }),
  edit: 'Edit',
  viewAs: 'View as visitor or member',
  post: 'Post',
  subscribe: 'Subscribe',
  subscribed: 'Subscribed',
  paymentFailed: 'Payment failed',
  membership: {
    title: 'Membership',
    from: (price: string) => `From ${price} a month`,
    count: (plans: number) => plural(plans, { one: '{n} plan', other: '{n} plans' }),
    seePlans: 'See plans',
    manage: 'Manage plans',
    loading: 'Loading plans',
    failed: 'The plans could not be loaded',
    ownTitle: 'Your membership',
    /** Replaces the plan's name while it is unknown. */
    member: 'Member',
    otherCard: 'Use another card',
    changePlan: 'Change plan',
    /** Above the plans that a member can change to. */
    allPlans: 'Plans',
    since: (day: string) => `Member since ${day}`,
    /** Leads to My Subscriptions. */
    manageOwn: 'Manage',
  },
  /** Beside the posts, for members. */
  place: {
    next: 'Next live session',
    rooms: 'Rooms',
    allRooms: 'All rooms',
    begun: 'Continue listening or watching',
  },
  tabs: {
    label: 'Parts of this page',
    posts: 'Posts',
    collections: 'Collections',
    community: 'Community',
    live: 'Live',
    about: 'About',
    membership: 'Membership',
  },
  /** In the tab of the browser. */
  tabTitle: {
    collections: (pageName: string) => `Collections by ${pageName}`,
    about: (pageName: string) => `About ${pageName}`,
    membership: (pageName: string) => `Membership with ${pageName}`,
  },
  posts: {
    title: (pageName: string) => `Recent posts by ${pageName}`,
    create: 'Create Post',
    share: 'Share with your members…',
    loading: 'Loading posts',
    failed: 'The posts could not be loaded',
    showMore: 'Show more posts',
    moreFailed: 'The next posts could not be loaded.',
    noneTitle: 'No posts yet',
    none: (pageName: string) => `Posts by ${pageName} will appear here.`,
  },
} as const
