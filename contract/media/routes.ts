import * as z from 'zod/mini'

import { id, moment, titleText } from '../fields.ts'
import { route } from '../http/route.ts'
import { mediaFailures as failures } from './failures.ts'
import { mediumState, playback } from './playback.ts'
import { ALT_MAX_LENGTH, CAPTIONS_LABEL_MAX_LENGTH, CAPTIONS_MAX_LENGTH, uploadKind } from './rules.ts'

/** A language tag like en, pt-BR or zh-Hant. */
const language = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/i, 'Please choose a language.'), z.toLowerCase())

/** A medium as its owner sees it. */
export const medium = z.object({
  _id: id(),
  kind: uploadKind,
  /** What it is called when it is downloaded; null for anything but a file. */
  name: z.nullable(z.string()),
  state: mediumState,
  /** Progress of the preparation, 0 to 100; a ready medium below 100 still gains renditions. */
  progress: z.number(),
  /** What went wrong, for the owner to read. */
  failure: z.nullable(z.string()),
  /** In what the files that are shown or played differ from the one that was uploaded, for the owner to read. */
  note: z.nullable(z.string()),
  alt: z.string(),
  widthPx: z.nullable(z.number()),
  heightPx: z.nullable(z.number()),
  durationMs: z.nullable(z.number()),
  /** The dominant colour, #rrggbb. */
  placeholder: z.nullable(z.string()),
  /** false: some or all browsers can't play the uploaded file. null: not known yet. */
  playsNatively: z.nullable(z.boolean()),
  /** Versions that every browser plays were made from it. */
  isConverted: z.boolean(),
  /** Its post can be published now; while it is still being prepared, the post goes out when it is ready. */
  canBePublished: z.boolean(),
  captions: z.array(z.object({ language: z.string(), label: z.string() })),
})

const ofMedium = { mediaId: id() }

export const getStorage = route({
  method: 'GET',
  path: '/media/storage',
  // Not only creators: who keeps an account after all reads it a moment before the page has opened again.
  caller: 'member',
  summary:
    "The space that the caller's files use, including the versions made from them, and the limit; in bytes.",
  input: z.object({}),
  output: z.object({ usedBytes: z.number(), allowedBytes: z.number() }),
  failures: [],
})

export const getMedium = route({
  method: 'GET',
  path: '/media/:mediaId',
  caller: 'owner',
  summary: "One of the caller's media files: the progress of its processing, and what is known about it.",
  input: z.object(ofMedium),
  output: medium,
  failures: [failures.medium_not_found],
})

export const describeMedium = route({
  method: 'PUT',
  path: '/media/:mediaId',
  caller: 'owner',
  summary: "Sets the text alternative of one of the caller's media files; empty means that it is decorative.",
  input: z.object({ ...ofMedium, alt: z.string().check(z.trim(), z.maxLength(ALT_MAX_LENGTH)) }),
  output: medium,
  failures: [failures.medium_not_found],
})

export const deleteMedium = route({
  method: 'DELETE',
  path: '/media/:mediaId',
  caller: 'owner',
  summary: "Deletes one of the caller's media files that is not part of a post.",
  input: z.object(ofMedium),
  output: z.object({}),
  failures: [failures.medium_not_found, failures.medium_in_use],
})

export const putCaptions = route({
  method: 'PUT',
  path: '/media/:mediaId/captions',
  accepts: 'long-json',
  caller: 'owner',
  summary:
    "Adds or replaces the captions (WebVTT) of one of the caller's videos or audio files in one language.",
  input: z.object({
    ...ofMedium,
    language,
    label: titleText('Please name the language.', CAPTIONS_LABEL_MAX_LENGTH),
    vtt: z.string().check(z.maxLength(CAPTIONS_MAX_LENGTH, 'Please use captions of at most 1 MB.')),
  }),
  output: medium,
  failures: [
    failures.medium_not_found,
    failures.captions_malformed,
    failures.captions_not_here,
    failures.captions_too_many,
  ],
})

export const deleteCaptions = route({
  method: 'DELETE',
  path: '/media/:mediaId/captions/:language',
  caller: 'owner',
  summary: 'Deletes the captions in one language.',
  input: z.object({ ...ofMedium, language }),
  output: medium,
  failures: [failures.medium_not_found],
})

export const getPlayback = route({
  method: 'GET',
  path: '/media/:mediaId/playback',
  caller: 'anyone',
  summary: 'New addresses for a media file, for callers who may read its post.',
  input: z.object(ofMedium),
  output: playback,
  failures: [failures.medium_not_found],
})

export const getDownload = route({
  method: 'GET',
  path: '/media/:mediaId/download',
  caller: 'anyone',
  summary:
    'Where a file of a post can be downloaded, for callers who may read the post and have this file; visitors’ addresses do not expire.',
  input: z.object(ofMedium),
  output: z.object({ url: z.string(), expiresAt: z.nullable(moment) }),
  failures: [failures.medium_not_found],
})

export const notePlayed = route({
  method: 'POST',
  path: '/media/:mediaId/played',
  caller: 'member',
  summary:
    'Records that the caller played the video or audio of a post for ten seconds, which counts as opening the post.',
  input: z.object(ofMedium),
  output: z.object({}),
  failures: [failures.medium_not_found],
})

export const beginTakeout = route({
  method: 'POST',
  path: '/media/takeout',
  caller: 'member',
  stepUp: 'always',
  summary:
    'An address, valid for ten minutes, where the caller can download all their data and files as a ZIP.',
  input: z.object({}),
  output: z.object({ url: z.string(), expiresAt: moment }),
  failures: [],
})

export const mediaRoutes = [
  getStorage,
  getMedium,
  describeMedium,
  deleteMedium,
  putCaptions,
  deleteCaptions,
  getPlayback,
  getDownload,
  notePlayed,
  beginTakeout,
] as const
