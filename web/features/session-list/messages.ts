import { readAloud, slot } from '#contract/rich-text.ts'

/** The texts about the devices that are signed in to an account. */
export const sessionTexts = {
  title: 'Where you are logged in',
  loading: 'Loading your devices',
  failed: 'Your devices could not be loaded.',
  thisDevice: 'This device',
  lastSeen: `Last seen ${slot('moment')}`,
  signOut: (device: string) => `Log out${readAloud(` ${device}`)}`,
  signOutOthers: 'Log out all other devices',
} as const
