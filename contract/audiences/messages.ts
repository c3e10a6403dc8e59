/** Why an audience, or following a page, is refused. */
export const audienceMessages = {
  ownPage: 'This is your own page.',
  unfollowable: "You can't follow this page.",
  notFollowing: "You don't follow this page.",
  followMailSent: 'Check your inbox: we emailed you a link. It works for 24 hours.',
  followLinkInvalid: 'This link is invalid or has expired. Follow the page again to get another one.',
  followLinkUsed: 'This address already has an account. Log in to follow the page.',
  stepsMissing: 'Choose who can see it.',
  tooManySteps: (most: number) => `An audience has at most ${most} steps.`,
  plansMissing: 'Choose at least one plan for each step that needs one.',
  endsBeforeItBegins: 'A step has to end after it begins.',
  beginsTwice: 'A step begins at publishing, some days later, or on a date.',
  beginsInThePast: 'Choose a time that is still to come.',
  daysWrong: (most: number) => `Choose 1 to ${most} days.`,
} as const

/** What an audience is called wherever one is chosen or shown. */
export const audienceNames = {
  everyone: 'Everyone',
  followers: 'Followers',
  members: 'All members',
  plans: 'Certain plans',
  andUp: (plan: string) => `${plan} and up`,
} as const

/** Who an audience opens to, and when, in words. `who` is one of `reach`, or the names of plans. */
export const audienceTexts = {
  reach: { everyone: 'everyone', followers: 'followers', members: 'all members' },
  /** The same at the beginning of a sentence. */
  reachFirst: audienceNames,
  onlyPlans: (plans: string) => `only ${plans}`,
  onlyPlansFirst: (plans: string) => `Only ${plans}`,
  somePlan: 'some members',
  somePlanFirst: 'Some members',
  fromNow: (who: string) => `${who} from now`,
  fromNowUntil: (who: string, until: string) => `${who} from now until ${until}`,
  fromPublishing: (who: string) => `${who} at publishing`,
  fromPublishingUntil: (who: string, until: string) => `${who} from publishing until ${until}`,
  afterDays: {
    one: (who: string) => `${who} after a day`,
    other: (who: string) => `${who} after {n} days`,
  },
  afterDaysUntil: {
    one: (who: string, until: string) => `${who} from a day after publishing until ${until}`,
    other: (who: string, until: string) => `${who} from {n} days after publishing until ${until}`,
  },
  from: (who: string, day: string) => `${who} from ${day}`,
  fromUntil: (who: string, day: string, until: string) => `${who} from ${day} until ${until}`,
  opens: (who: string, day: string) => `Opens for ${who} on ${day}`,
  openUntil: (who: string, day: string) => `Open to ${who} until ${day}`,
} as const
