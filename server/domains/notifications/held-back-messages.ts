/** The texts of the mail to a creator whose scheduled post became a draft again. */
export const heldBackTexts = {
  subject: 'Your scheduled post was not published',
  titled: (title: string) =>
    `Your post “${title}” was due, but a plan it was meant for is no longer offered. So it is a draft again, and nobody has seen it.`,
  untitled:
    'One of your posts was due, but a plan it was meant for is no longer offered. So it is a draft again, and nobody has seen it.',
  chooseAgain: 'Choose again who can see it, and publish it when you like.',
  open: 'Open the draft',
} as const
