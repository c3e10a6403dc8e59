import * as z from 'zod/mini'

/** What a post shows or plays. */
export const mediumKind = z.enum(['image', 'video', 'audio'])
export type MediumKind = z.infer<typeof mediumKind>

/** What can be uploaded: these, and files of any type, which are only ever downloaded. */
export const uploadKind = z.enum([...mediumKind.options, 'file'])
export type UploadKind = z.infer<typeof uploadKind>

/** How long a file's name may be, in UTF-8; a longer one keeps its beginning and its ending. File systems take 255. */
export const FILE_NAME_MAX_BYTES = 240

/** How large any file may be: the 500 MB that people read about, in bytes. */
export const UPLOAD_MAX_BYTES = 500 * 1024 * 1024

/** How large a picture of a person or a page, or in a message, may be: the 10 MB that people read about, in bytes. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024

/** How long a side of a picture may be, in pixels: we convert to WebP, which allows no more. */
export const PICTURE_MAX_SIDE_PX = 16_383

/** A small file can hold a huge picture: this many pixels bound what decoding may cost. */
export const PICTURE_MAX_PIXELS = 50_000_000

/** What the pictures of somebody without a page may take in all, in bytes; creators' quota is a setting. */
export const MEMBER_STORAGE_BYTES = 1_000_000_000

/** Where resumable uploads go (the tus protocol, version 1.0.0). */
export const UPLOADS_PATH = '/api/uploads'

/** How much a browser sends in one request; after an interruption, at most this much is sent again. */
export const UPLOAD_CHUNK_BYTES = 8 * 1024 * 1024

/** Downloads of all their data that one person may have running. */
export const TAKEOUTS_AT_ONCE = 2

/** Uploads a user may have begun and not finished. */
export const OPEN_UPLOADS_MAX = 4

/** How long an unfinished upload can be resumed. */
export const UPLOAD_LIFETIME_HOURS = 24

export const ALT_MAX_LENGTH = 1000

/** A subtitle file of a long video has about a tenth of this. */
export const CAPTIONS_MAX_LENGTH = 1_000_000
export const CAPTIONS_LABEL_MAX_LENGTH = 60

/** How many languages one medium may have captions in. */
export const CAPTIONS_MAX = 20
