/** What is asked before a post is deleted, apart from the card: only owners load it. */
export const deletePostTexts = {
  consequence: 'It disappears for everyone, and cannot be brought back.',
  confirm: "Yes, I'm sure",
  cancel: 'No, cancel',
} as const
