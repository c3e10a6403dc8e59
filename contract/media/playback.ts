import * as z from 'zod/mini'

import { id, moment } from '../fields.ts'
import { mediumKind } from './rules.ts'

/** `ready`: there is something browsers can play or show. Further renditions may follow. */
export const mediumState = z.enum(['uploading', 'processing', 'ready', 'failed'])

/** What a browser needs to show or play a medium. Addresses of members' media expire at `expiresAt`. */
export const playback = z.object({
  _id: id(),
  kind: mediumKind,
  alt: z.string(),
  widthPx: z.nullable(z.number()),
  heightPx: z.nullable(z.number()),
  durationMs: z.nullable(z.number()),
  placeholder: z.nullable(z.string()),
  state: mediumState,
  progress: z.number(),
  /** The widest picture, or the file to play; null while nothing can be played. */
  src: z.nullable(z.string()),
  /** The content type of `src`. */
  mime: z.nullable(z.string()),
  srcSet: z.array(z.object({ url: z.string(), widthPx: z.number() })),
  poster: z.nullable(z.string()),
  hls: z.nullable(z.string()),
  /** For data savers. */
  lowSrc: z.nullable(z.string()),
  audioOnlySrc: z.nullable(z.string()),
  captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
  /** null: the addresses do not expire. */
  expiresAt: z.nullable(moment),
})
