/** The product's texts around creator pages; the spec's sentences verbatim. */
export const creatorMessages = {
  nameRequired: 'Creator name is required.',
  planRequired: 'Plan is required.',
  handleRequired: 'Username is required.',
  handleFormat: 'Username can only contain letters, numbers, dashes, and underscores with no spaces.',
  handleLength: 'Username must have 3 to 30 characters.',
  handleReserved: 'This username is reserved. Please choose another.',
  handleTaken: 'This username is already taken.',
  alreadyCreator: 'You already have a creator page.',
  fillAllRequired: 'Please fill all required fields',
  topicsTooMany: 'A page has at most five topics.',
  topicTooShort: 'A topic has at least two characters.',
  topicTooLong: 'A topic has at most 30 characters.',
  topicMalformed: 'A topic is a word or two, without web addresses.',
  linksTooMany: 'A page has at most five links.',
  linkTooLong: 'A link has at most 200 characters.',
  linkMalformed: 'A link is a web address, such as https://example.com.',
  adultLabel:
    'Cheers decided that your page is for adults. You can read why, and appeal, in your settings under “Decisions and reports”.',
  postingStopped:
    'Nothing new can be published on this page for now. You can read why, and until when, in your settings under “Decisions and reports”.',
  joiningStopped: 'This page can’t take new members for now. Nothing was charged.',
  pageSaved: 'Page updated successfully',
} as const
