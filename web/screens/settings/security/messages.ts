import { plural } from '#contract/plural.ts'
import { readAloud, slot } from '#contract/rich-text.ts'

/** The texts about what protects an account. */
export const securityTexts = {
  loading: 'Loading what protects your account',
  failed: 'What protects your account could not be loaded.',
  cancel: 'Cancel',
  save: 'Save',

  removal: {
    title: (day: string) => `Your second step is removed on ${day}`,
    body: 'We were told that you lost your passkeys, your authenticator app and your recovery codes. If that is wrong, log in once with any of them, or press the button in the email we sent you.',
  },

  factors: {
    title: 'Second step',
    hint: 'Asked for when you log in, and before money moves or the account changes.',
    noneTitle: 'Only your password protects your account',
    noneTitleGoogle: 'Only your Google account protects your account',
    none: 'A passkey is the safest way, and the quickest: you log in with your finger, your face or your device’s PIN. An authenticator app works on any phone.',
    addPasskey: 'Add a passkey',
    addApp: 'Set up an authenticator app',
    passkey: 'Passkey',
    app: 'Authenticator app',
    synced: 'On all your devices',
    added: `Added ${slot('moment')}`,
    addedAndUsed: `Added ${slot('moment')}, last used ${slot('used')}`,
    rename: (name: string) => `Rename ${name}`,
    remove: (name: string) => `Remove${readAloud(` ${name}`)}`,
    removeTitle: (name: string) => `Remove ${name}?`,
    removeBody: 'It can no longer be used to log in here.',
    removeLastBody:
      'It is your only second step: after this your password alone opens your account, and your recovery codes stop working.',
    confirmRemove: 'Remove',
    noPasskeys: 'This browser can’t use passkeys. You can add one from another device.',
  },

  passkey: {
    title: 'Add a passkey',
    intro:
      'Give it a name that tells you where it is. Then your device asks for your finger, your face or its PIN.',
    name: 'Name',
    nameHelp: 'For example “My phone” or “Key on my keyring”.',
    suggestion: 'This device',
    add: 'Continue',
    renameTitle: 'Rename',
  },

  app: {
    title: 'Set up an authenticator app',
    intro: 'Use any app for one-time codes, such as the one in your password manager.',
    scan: 'Scan this code with the app.',
    type: 'Can’t scan it? Type this key.',
    copy: 'Copy the key',
    copied: 'The key is copied.',
    enter: 'Enter the code that the app shows.',
    code: 'Code from the app',
    confirm: 'Finish',
    loading: 'Preparing the QR code',
    failed: 'The QR code could not be made.',
  },

  codes: {
    title: 'Recovery codes',
    hint: 'For the day you lose everything else. Each lets you in once.',
    left: (left: number) => plural(left, { one: '{n} code left of 10.', other: '{n} codes left of 10.' }),
    few: 'Few are left. Make new ones.',
    make: 'Make new codes',
    makeTitle: 'Make new recovery codes?',
    makeBody: 'The codes you have now stop working.',
    dialogTitle: 'Keep these recovery codes',
    dialogIntro:
      'We show them this once. Print them, or put them into your password manager; not only on the phone you might lose.',
    copy: 'Copy',
    copied: 'The codes are copied.',
    notCopied: 'They could not be copied. Please write them down.',
    download: 'Download',
    print: 'Print',
    done: 'I have kept them',
    fileName: 'cheers-recovery-codes.txt',
    fileHead: 'Recovery codes of your Cheers account. Each works once.',
  },

  email: {
    title: 'Email address',
    hint: 'You log in with it, and our emails go there.',
    change: 'Change address',
    dialogTitle: 'Change your address',
    dialogIntro: (email: string) =>
      `We email both ${email} and the new address. Once both confirm, it is changed; the old one can take it back for seven days.`,
    new: 'New address',
    ask: 'Email both addresses',
    pending: (email: string) => `Changing to ${email}`,
    waiting: {
      both: 'Both addresses still have to confirm. Look for our email in each of them.',
      old: 'The new address has confirmed. Your present one still has to.',
      new: 'Your present address has confirmed. The new one still has to.',
    },
    give: 'Keep my address',
  },
} as const
