import type { MediumKind, UploadKind } from '#contract/media/rules.ts'

/** The texts of mails to a creator about a file of theirs, by its kind. */
export const mediaTexts = {
  goToCheers: 'Go to Cheers',

  lost: {
    subject: {
      image: 'We lost a picture you uploaded',
      video: 'We lost a video you uploaded',
      audio: 'We lost an audio file you uploaded',
      file: 'We lost a file you uploaded',
    } satisfies Record<UploadKind, string>,
    damaged: {
      image: (day: string) =>
        `Our copy of a picture that you uploaded on ${day} is damaged and can no longer be shown. We are sorry.`,
      video: (day: string) =>
        `Our copy of a video that you uploaded on ${day} is damaged and can no longer be shown. We are sorry.`,
      audio: (day: string) =>
        `Our copy of an audio file that you uploaded on ${day} is damaged and can no longer be shown. We are sorry.`,
      file: (day: string) =>
        `Our copy of a file that you uploaded on ${day} is damaged and can no longer be downloaded. We are sorry.`,
    } satisfies Record<UploadKind, unknown>,
    inPost: 'The post it was in is still there, without it. If you have the file, please publish it again.',
    notInPost: 'It was not in a post yet. If you have the file, please upload it again.',
  },

  notPrepared: {
    subject: {
      image: 'We could not prepare a picture you uploaded',
      video: 'We could not prepare a video you uploaded',
      audio: 'We could not prepare an audio file you uploaded',
    } satisfies Record<MediumKind, string>,
    noVersions: {
      image: (day: string) =>
        `We could not make smaller versions of a picture that you uploaded on ${day}. It is shown as you uploaded it, which may be slow on weak connections.`,
      video: (day: string) =>
        `We could not make smaller versions of a video that you uploaded on ${day}. It plays as you uploaded it, which may be slow on weak connections.`,
      audio: (day: string) =>
        `We could not make smaller versions of an audio file that you uploaded on ${day}. It plays as you uploaded it, which may be slow on weak connections.`,
    } satisfies Record<MediumKind, unknown>,
    exportAgain: {
      image:
        'If you want it to appear quickly everywhere, please export it again, for instance as JPEG, and publish that.',
      video:
        'If you want it to play everywhere, please export it again, for instance as MP4, and publish that.',
      audio:
        'If you want it to play everywhere, please export it again, for instance as MP3, and publish that.',
    } satisfies Record<MediumKind, string>,
    notShown: {
      image: (day: string) =>
        `We could not prepare a picture that you uploaded on ${day}, so it cannot be shown. We will not try again automatically.`,
      video: (day: string) =>
        `We could not prepare a video that you uploaded on ${day}, so it cannot be shown. We will not try again automatically.`,
      audio: (day: string) =>
        `We could not prepare an audio file that you uploaded on ${day}, so it cannot be shown. We will not try again automatically.`,
    } satisfies Record<MediumKind, unknown>,
    inPost: {
      image:
        'Its post stays hidden: please delete it and publish it again with another version of the picture, for instance exported as JPEG.',
      video:
        'Its post stays hidden: please delete it and publish it again with another version of the video, for instance exported as MP4.',
      audio:
        'Its post stays hidden: please delete it and publish it again with another version of the file, for instance exported as MP3.',
    } satisfies Record<MediumKind, string>,
    notInPost: {
      image: 'Please upload another version of the picture, for instance exported as JPEG.',
      video: 'Please upload another version of the video, for instance exported as MP4.',
      audio: 'Please upload another version of the file, for instance exported as MP3.',
    } satisfies Record<MediumKind, string>,
  },

  /** `reason`: why, in a sentence. */
  fileRefused: {
    subject: 'A file you uploaded cannot be offered',
    refused: (name: string, day: string, reason: string) =>
      `You uploaded “${name}” on ${day}. ${reason} Nobody can download it.`,
    inPost:
      'Its post stays hidden: please delete it, and publish it again without this file or with a clean copy.',
    notInPost: 'Please remove it from your draft, and check the device that it came from.',
  },
} as const
