import * as z from 'zod/mini'

/** What a medium can be. */
export const mediumKind = z.enum(['image', 'video', 'audio'])
export type MediumKind = z.infer<typeof mediumKind>

export const ALT_MAX_LENGTH = 1000

/** A subtitle file of a long film has about a tenth of this. */
export const CAPTIONS_MAX_LENGTH = 1_000_000
export const CAPTIONS_LABEL_MAX_LENGTH = 60

/** How many languages one medium may have captions in. */
export const CAPTIONS_MAX = 20
