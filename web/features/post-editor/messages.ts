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
  },
  moreOptions: 'More options',
  fewerOptions: 'Fewer options',
  editor: {
    label: 'Your post',
    placeholder: 'Write something…',
    help: 'Type / for headings, lists and links; select text to make it bold or a link.',
    loading: 'Loading the editor',
    notLoaded: 'The editor could not be loaded.',
    retry: 'Try again',
    linkAddress: 'Link address',
    convertTo: 'Convert to',
    bold: 'Bold',
    italic: 'Italic',
    link: 'Link',
  },
  draft: {
    discard: 'Discard draft',
    undo: 'Undo',
    discarded: 'Draft discarded.',
    notKept: "This browser can't keep drafts, so publish before you leave.",
    restored: 'Your draft is back, and kept in this browser.',
    kept: 'Draft kept in this browser.',
  },
  attachment: {
    altMissing: 'Describe the picture in a sentence, or say that it is only decoration.',
    unfinished: "This file hasn't finished uploading. Continue the upload, or remove it.",
  },
} as const
