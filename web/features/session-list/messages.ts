import { readAloud, slot } from '#contract/rich-text.ts'

/** The texts about the devices that are signed in to an account. */
export const sessionTexts = {
  title: 'Where you are signed in',
  loading: 'Loading your devices',
  failed: 'Your devices could not be loaded.',
  thisDevice: 'This device',
  lastSeen: `Last seen ${slot('moment')}`,
  signOut: (device: string) => `Sign out${readAloud(` ${device}`)}`,
  signOutOthers: 'Sign out all other devices',
} as const
