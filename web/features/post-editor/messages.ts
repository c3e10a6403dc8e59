/** The texts of Create New Post, apart from the spec's own sentences (contract/posts/messages.ts). */
export const postEditorTexts = {
  title: 'Create New Post',
  cancel: 'Cancel',
  draftKept: 'Your draft is kept.',
  fullPage: 'Write full-page',
  fullPageFailed: 'The full page could not be opened.',
  visibility: {
    label: 'Who can see this post',
    choose: 'Choose',
    planGone: "This draft's plan is no longer offered. Choose who can see the post.",
    /** "Tipsy - $9.99/month supporters", the spec's wording. */
    supporters: (planName: string, price: string) => `${planName} - ${price} supporters`,
    /** Among more options, where the words of the spec alone would say less than they mean. */
    everyone: (free: string) => `${free} (everyone)`,
  },
  moreOptions: 'More options',
  fewerOptions: 'Fewer options',
  draft: {
    empty: 'To publish, write something or add a picture, a video, audio or a file.',
    discard: 'Discard draft',
    undo: 'Undo',
    discarded: 'Draft discarded.',
    notKept: "This browser can't keep drafts, so publish before you leave.",
    restored: 'Your draft is back, and kept in this browser.',
    kept: 'Draft kept in this browser.',
  },
  attachment: {
    notMedia: 'Only pictures, videos and audio files can be added here.',
    oneOnly: 'A post has one picture, video or audio. Remove it first, or write full-page.',
    unfinished: "This file hasn't finished uploading. Continue the upload, or remove it.",
  },
} as const
