import { audienceNames } from '#contract/audiences/messages.ts'
import type { Commenters } from '#contract/moderation/rules.ts'

/** The texts of keeping order, wherever it is done. */
export const moderationTexts = {
  commenters: {
    label: 'Who may comment',
    readers: 'Anyone who can read it',
    followers: audienceNames.followers,
    members: audienceNames.members,
    plans: audienceNames.plans,
    nobody: 'Nobody',
    plansLabel: 'Plans',
    notSaved: 'This was not saved.',
  } satisfies Record<Commenters, string> & Record<string, string>,
  mute: {
    action: 'Mute…',
    title: (name: string) => `Mute ${name}?`,
    body: 'They can still read everything, but not write on this page.',
    howLong: 'For how long',
    lengths: {
      hour: 'One hour',
      day: 'One day',
      week: 'One week',
      month: '30 days',
      always: 'Until you lift it',
    },
    hidePast: 'Hide what they have written here so far',
    confirm: 'Mute',
    cancel: 'Cancel',
    failed: 'That didn’t work. Please try again.',
  },
  ofPost: {
    title: 'Who may comment',
    body: 'On this post alone. It applies at once; comments that are there stay.',
    asOnPage: 'As on the whole page',
    loading: 'Loading who may comment',
    failed: 'This could not be loaded.',
    save: 'Save',
    cancel: 'Cancel',
    saved: 'Saved who may comment.',
  },
} as const
