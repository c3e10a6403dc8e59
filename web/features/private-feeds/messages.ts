import { readAloud, slot } from '#contract/rich-text.ts'

/** The texts of private feeds: addresses by which other apps get what somebody may read and hear. */
export const privateFeedTexts = {
  title: 'Podcast and RSS',
  hint: 'Listen and read in your own apps. Each address is yours alone: whoever has it gets what you pay for, so keep it to yourself.',
  loading: 'Loading your addresses',
  failed: 'Your addresses could not be loaded.',
  none: 'No app has an address yet.',
  noPages: 'Follow or support a page first; then you can add it to a podcast app or feed reader.',
  add: 'Add an app',
  about: (label: string) => `${label} · made ${slot('moment')}`,
  reset: (label: string) => `Reset${readAloud(` the address of ${label}`)}`,
  remove: (label: string) => `Remove${readAloud(` ${label}`)}`,
  form: {
    title: 'Add an app',
    page: 'Page',
    choosePage: 'Choose a page',
    label: 'Device or app',
    labelHelp: 'Such as “Phone”, so that you know which address is which.',
    create: 'Make the addresses',
    pageMissing: 'Choose a page.',
  },
  made: {
    title: (pageName: string) => `${pageName} in your apps`,
    once: 'Copy them now: they are shown only this once. You can make new ones at any time.',
    podcast: 'Podcast address',
    podcastHelp: 'In your podcast app, choose “Add a show by URL” and paste this address.',
    rss: 'RSS address',
    rssHelp: 'In your feed reader, add a feed and paste this one.',
    noPodcast:
      'This page has no audio or video yet. Once it has, reset this app’s address to get one for podcasts, too.',
    done: 'Done',
  },
  copy: 'Copy',
  copied: 'Address copied',
  copyFailed: 'The address could not be copied. Select it and copy it by hand.',
  resetting: {
    title: (label: string) => `Reset the address of ${label}?`,
    body: 'The old address stops working at once, and the app has to be given the new one.',
    confirm: 'Reset',
  },
  removing: {
    title: (label: string) => `Remove ${label}?`,
    body: 'Its address stops working at once. Episodes already on the device stay there.',
    confirm: 'Remove',
  },
} as const
