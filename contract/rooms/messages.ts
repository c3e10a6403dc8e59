/** Texts around the rooms of a community. */
export const roomMessages = {
  notFound: 'This room does not exist or is no longer here.',
  full: 'A community has up to 20 rooms. Archive one before you add another.',
  nameRequired: 'Give the room a name.',
  nameTooLong: 'A name has at most 60 characters.',
  topicTooLong: 'A topic has at most 300 characters.',
  emojiWrong: 'Choose one emoji.',
  rulesTooLong: 'The rules have at most 4,000 characters.',
  mayNotExclude: 'Only the creator can remove a moderator from a room, and nobody can remove the creator.',
  created: 'Room created',
  saved: 'Room saved',
  archived: 'Room archived. It can be read for another 30 days.',
  restored: 'The room is open again.',
  rulesSaved: 'Rules saved',
  excluded: 'This person is no longer in the room.',
  admitted: 'This person can enter the room again.',
} as const
