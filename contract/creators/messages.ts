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
  pageSaved: 'Page updated successfully',
} as const
