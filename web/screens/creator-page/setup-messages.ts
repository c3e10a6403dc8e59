/** The list of first steps; only a page's owner loads it. */
export const setupTexts = {
  title: 'Get your page ready',
  readyTitle: 'Your page is ready',
  ready: 'Everything is in place. From here on it grows with what you post.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  toDo: 'To do',
  steps: {
    picture: {
      title: 'Add a profile picture',
      why: 'People trust a page with a face.',
      action: 'Add picture',
    },
    plan: {
      title: 'Create a plan',
      why: 'What people can pay each month, and what they get.',
      action: 'Create plan',
    },
    post: {
      title: 'Publish your first post',
      why: 'So that there is something to find.',
      action: 'Start writing',
    },
    share: {
      title: 'Share your page',
      why: 'Your first members are people you already know.',
      action: 'Share',
    },
  },
  copied: 'The address of your page is copied',
  notCopied: 'The address could not be copied. It is in the address bar.',
  hide: 'Hide',
  close: 'Close',
  failed: 'That could not be saved',
  createPost: 'Create Post',
  firstPostTitle: 'Your first post',
  firstPost: 'Say hello. A free post shows everyone what you make.',
} as const
