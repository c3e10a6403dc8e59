import { plural } from '#contract/plural.ts'

/** The texts of the files in a post. */
export const fileListTexts = {
  title: (count: number) => plural(count, { one: '{n} file', other: '{n} files' }),
  download: 'Download',
  downloadNamed: (name: string) => `Download ${name}`,
  notDownloaded: (name: string) => `“${name}” could not be downloaded.`,
  with: (size: string, fact: string) => `${size} · ${fact}`,
  downloads: (count: number) =>
    count === 0 ? 'Not downloaded yet' : plural(count, { one: '{n} download', other: '{n} downloads' }),
  howCounted:
    'Downloads are counted for people who are logged in, at most once an hour each. Your own are not counted.',
  forPlan: (planName: string) => `For ${planName}`,
  forSomeMembers: 'For some members',
  beingChecked: 'Being checked for viruses',
  refused: 'Cannot be offered; we wrote to you why',
} as const

/** The texts of the field for files in the composer. */
export const filesFieldTexts = {
  title: 'Files to download',
  add: 'Add files',
  help: 'Any type, up to 500 MB each and 20 in a post. Readers download them; nothing in them is shown.',
  empty: (name: string) => `“${name}” is empty, so it was not added.`,
  tooLarge: (name: string) => `“${name}” is larger than 500 MB, so it was not added.`,
  tooMany: 'A post holds up to 20 files. The others were not added.',
  listLabel: 'Files in this post',
  waiting: (size: string) => `${size} · Waiting for its turn`,
  sending: (sent: string, total: string) => `${sent} of ${total}`,
  uploadingNamed: (name: string) => `Uploading ${name}`,
  paused: (sent: string, total: string) => `Paused at ${sent} of ${total}`,
  sent: (size: string) => `${size} · Uploaded`,
  beingChecked: (size: string) =>
    `${size} · Being checked for viruses. You can publish now; the post goes out once it is found clean.`,
  checking: (size: string) => `${size} · Checking your file`,
  interrupted:
    'The upload stopped before it was done. Choose the same file again to continue where it stopped.',
  gone: 'This file is no longer there. Please choose it again.',
  notSent: 'This file could not be sent. Nothing of it is lost; please try again.',
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
  chooseAgain: 'Choose the file again',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  audience: {
    everyone: 'For everyone who can read the post',
    plans: (names: string) => `Only for ${names}`,
    legend: 'Only for members of these plans',
    help: 'Plans that include one of them have it too. Choose none for everyone who can read the post.',
    planGone: 'a plan that is no longer offered',
    plan: (name: string, price: string) => `${name} (${price})`,
  },
  unfinished: 'Some files have not finished uploading. Wait for them, continue them, or remove them.',
  planGone: 'A file is for a plan that is no longer offered. Choose again who it is for.',
  notUsable: 'A file cannot be used. Remove it, or choose it again.',
  announce: (sent: number, count: number) =>
    plural(count, { one: `${sent} of {n} file uploaded`, other: `${sent} of {n} files uploaded` }),
} as const
