/** The texts of mails about an account. */
export const accountMailTexts = {
  logIn: 'Log in',
  code: 'Code',
  reason: 'Reason',

  activation: {
    subject: 'Activate your Cheers account',
    welcome: (username: string) =>
      `Welcome to Cheers. One step is left: confirm that this address is yours, and the account @${username} is ready.`,
    howTo: 'Enter this code where you signed up, or follow the link.',
    activate: 'Activate account',
    footnote:
      'The code and the link work for 24 hours. Never share the code. If you did not sign up, ignore this email; nothing will happen.',
  },
  choosePassword: {
    subject: 'Finish signing up to Cheers',
    chooseNow:
      'This address was used to sign up more than once. To be sure that the account becomes yours, choose its password now; that also activates it.',
    account: (username: string) => `The account is @${username}.`,
    choose: 'Choose a password',
    footnote:
      'The link works once, for one hour. If you did not sign up, ignore this email; nothing will happen.',
  },
  alreadyRegistered: {
    subject: 'You already have a Cheers account',
    nothingChanged:
      'Someone, probably you, tried to sign up with this address. It already has an account, so nothing was changed.',
    forgot: (url: string) => `If you forgot the password, choose a new one here: ${url}`,
    footnote: 'If it was not you, ignore this email. Your account is safe.',
  },
  passwordReset: {
    subject: 'Choose a new password for Cheers',
    follow:
      'Follow the link to choose a new password. Every device logged in to your account is then logged out.',
    choose: 'Choose a new password',
    footnote:
      'The link works once, for one hour. If you did not ask for it, ignore this email; your password stays the same.',
  },
  passwordChanged: {
    subject: 'Your Cheers password was changed',
    changed: 'The password of your account was changed just now, and every other device was logged out.',
    notYou: 'If it was not you, choose a new password at once.',
  },
  firstPassword: {
    subject: 'Your Cheers account has a password now',
    set: 'A password was set for your account just now, with the code we emailed you. You can log in with it or with Google. Every other device was logged out.',
  },
  passwordCode: {
    subject: 'Your code to set a Cheers password',
    enter:
      'Someone, probably you, wants to set a password for your account. Enter this code in the settings to confirm it.',
    footnote:
      'The code works once, for one hour. If it was not you, do not give it to anyone. Check in your settings where you are logged in, and log out any device you don’t recognise.',
  },
  username: {
    subject: (username: string) => `You are @${username} on Cheers`,
    taken: (username: string) =>
      `Someone else took the username you signed up with before you activated your account. Yours is @${username} for now; choose another in the settings whenever you like.`,
    openSettings: 'Open the settings',
  },
  deletionCode: {
    subject: 'Your code to delete your Cheers account',
    enter: 'Someone, probably you, wants to delete your account. Enter this code to confirm it.',
    footnote:
      'The code works once, for one hour. If it was not you, ignore this email and nothing will happen, but check in your settings where you are logged in.',
  },
  deletion: {
    subject: (day: string) => `Your Cheers account will be deleted on ${day}`,
    asked: (day: string) =>
      `As you asked, your account will be deleted on ${day}. Every device is logged out, and your memberships are cancelled: nothing more is charged. If your bank has already started a payment, we’ll send it back automatically.`,
    pageClosed: (day: string) =>
      `Your page is closed: nobody can find it, and your members are not charged again. On ${day} they get back what they paid for the time from today on, from your balance first.`,
    lastPayout: (email: string) =>
      `Until then you can log in and request your last payout. Anything that becomes available later is paid to the same details. If you have not told us where to pay you, write to ${email}.`,
    undo: (days: string) =>
      `You have ${days} days to change your mind: log in and press “Keep my account”. After that it is erased for good. Payment records are kept, without your name.`,
    footnote: 'If it was not you, log in at once, keep the account and change its password.',
  },
  kept: {
    subject: 'Your Cheers account stays',
    welcomeBack: 'Your account is not deleted. Welcome back.',
    memberships:
      'Memberships that were cancelled stay cancelled: you keep access until the end of what you paid for, and can join again any time.',
    page: 'Your page is back, and your supporters’ memberships continue. Those that were about to renew end with the period they paid for, unless your supporters choose to keep them.',
    seeSubscriptions: 'See my subscriptions',
  },
  erased: {
    subject: 'Your Cheers account is deleted',
    deleted:
      'Your account is deleted, with everything that belonged to it. Payment records are kept for as long as the law requires, without your name.',
    thanks: 'This is our last email to you. Thank you for being part of Cheers.',
  },
  suspended: {
    subject: 'Your Cheers account is suspended',
    signedOut: 'We have suspended your account. Every device is logged out, and nobody can log in to it.',
    pageHidden: (page: string) =>
      `While your account is suspended, your page ${page} is hidden and cannot be joined, and your members are not charged. Payouts wait until the suspension is lifted.`,
    otherwise: (day: string) =>
      `If it is not lifted by ${day}, the memberships of your page end, and your members get back what they paid for the time from today on.`,
    memberships:
      'Your own memberships do not renew. We won’t email you about anything else while your account is suspended.',
    mistake: (email: string) => `If you think this is a mistake, write to ${email}.`,
  },
  reinstated: {
    subject: 'Your Cheers account is open again',
    lifted:
      'The suspension of your account has been lifted. Please log in again; your password has not changed.',
    pageShown: (page: string) =>
      `Your page ${page} is shown again. Memberships that are still running renew as before; members whose membership has ended in the meantime have been told that they can come back.`,
    memberships:
      'Your own memberships that are still running renew as before, where the payment provider allows it. You can keep the others, or join again.',
  },
} as const
