/** What only a post's creator reads on its card. */
export const ownerTexts = {
  preview: 'Preview link',
  comments: 'Who may comment',
  more: 'More about this post',
  edit: 'Edit post',
  delete: {
    label: 'Delete post',
    consequence: 'It disappears for everyone. For half a minute you can bring it back.',
    confirm: "Yes, I'm sure",
    cancel: 'No, cancel',
    undo: 'Undo',
    undoLate: "It can't be brought back any more.",
  },
} as const
