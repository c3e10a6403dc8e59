import * as z from 'zod/mini'

/** A handle that names an existing page; anything that can't be a handle simply names none. */
export const pageHandle = z.string().check(z.maxLength(64))
