/** The texts of mails about the safety of an account. */
export const securityMailTexts = {
  notMe: 'This wasn’t me',
  device: 'Device',
  time: 'Time',
  utc: (moment: string) => `${moment} UTC`,
  codeLabel: 'Code',
  newAddress: 'New address',
  newDevice: {
    subject: (device: string) => `New log-in to Cheers: ${device}`,
    signedIn: 'Somebody just logged in to your account from a device we have not seen before.',
    wasMe: 'If it was you, there is nothing to do.',
    notMe:
      'If it was not you, tell us. We log out every device, hold your payouts for five days, and email you a link to choose a new password.',
    footnote: 'The button works for seven days.',
  },
  factor: {
    subjects: {
      'passkey-added': 'A passkey was added to your Cheers account',
      'app-added': 'An authenticator app was added to your Cheers account',
      'passkey-removed': 'A passkey was removed from your Cheers account',
      'app-removed': 'The authenticator app was removed from your Cheers account',
      'codes-made': 'Your Cheers account has new recovery codes',
    },
    changes: {
      'passkey-added':
        'A passkey was added to your account just now. You can log in with it alone, and we ask for it before money moves.',
      'app-added':
        'An authenticator app was added to your account just now. From now on, you need a code from it to log in.',
      'passkey-removed': 'A passkey was removed from your account just now. It can no longer log in.',
      'app-removed':
        'The authenticator app was removed from your account just now. Its codes are no longer asked for.',
      'codes-made': 'New recovery codes were made for your account just now. The old ones no longer work.',
    },
    keepCodes:
      'Keep your recovery codes somewhere safe and not only on your phone. If you lose everything else, they let you back in.',
    undo: 'If it was not you, tell us within two days. We take it away again, log out every device, hold your payouts for five days, and email you a link to choose a new password.',
    notYou: (email: string) =>
      `If it was not you, choose a new password, log out your other devices in the settings, and write to ${email}.`,
    openSecurity: 'Check my account',
  },
  recoveryCode: {
    subject: 'A recovery code of your Cheers account was used',
    used: {
      none: 'One of your recovery codes was used just now. It was the last one.',
      one: 'One of your recovery codes was used just now. You have {n} left.',
      other: 'One of your recovery codes was used just now. You have {n} left.',
    },
    replace:
      'If you have lost your phone or your passkey, remove it in the settings, set up a new one, and make new codes.',
  },
  proofCode: {
    subject: 'Your code to confirm that it is you',
    enter:
      'Someone, probably you, wants to change something important in your account. Enter this code to confirm it.',
    footnote:
      'The code works once, for one hour. If it was not you, do not give it to anyone. Check in your settings where you are logged in, and log out any device you don’t recognise.',
  },
  emailChange: {
    subjectOld: 'Confirm the new address of your Cheers account',
    subjectNew: 'Confirm that this is your address',
    fromOld: 'Someone, probably you, wants to change the address of your Cheers account. Please confirm it.',
    fromNew: (name: string) =>
      `${name} wants to use this address for their Cheers account. If that is you, please confirm it.`,
    both: 'The change takes effect once both addresses have confirmed.',
    confirm: 'Confirm the change',
    footnoteOld:
      'The link works for one day. If it was not you, do nothing: your address stays as it is. Then choose a new password, because somebody knows the old one.',
    footnoteNew: 'The link works for one day. If it was not you, ignore this email; nothing will happen.',
    footnoteTaken: 'If it was not you, ignore this email; nothing will happen.',
    subjectTaken: 'This address already has a Cheers account',
    taken:
      'Someone, probably you, wants to use this address for another Cheers account. It already has one, so nothing was changed.',
  },
  emailChanged: {
    subjectOld: 'The address of your Cheers account was changed',
    subjectNew: 'Your Cheers account has this address now',
    changed: (email: string) =>
      `Both addresses confirmed. Your account now uses ${email}, and our emails go there.`,
    undo: (day: string) =>
      `If it was not you, take the change back. It works until ${day}: the account is at this address again, every device is logged out, and payouts are held for five days.`,
    takeBack: 'Take it back',
    welcome: 'Both addresses confirmed. Log in with this address from now on; your password is the same.',
  },
  lostFactors: {
    subject: (day: string) => `The second step of your Cheers account will be removed on ${day}`,
    reminderSubject: (day: string) => `Three days left: your second step will be removed on ${day}`,
    asked: (day: string) =>
      `You, or somebody who says they are you, told us that you lost your passkeys, your authenticator app and your recovery codes. On ${day} we remove them from your account, so that your password is enough to log in.`,
    wait: 'If that is right, there is nothing to do but wait. If you find one of them, just log in with it: then everything stays.',
    notYou:
      'If it was not you, press the button now. Your account stays as it is, and nobody gets in without your second step.',
    keep: 'Keep my second step',
    removedSubject: 'The second step of your Cheers account has been removed',
    removed:
      'As announced, we removed the passkeys, the authenticator app and the recovery codes from your account. Every device is logged out, and payouts are held for five days.',
    next: 'Log in with your password, then add a new passkey or authenticator app in your settings, and keep the new recovery codes.',
    logIn: 'Log in',
  },
} as const
