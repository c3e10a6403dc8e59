/** How long what the editor says stays, in milliseconds: longer than other news, since people are writing. */
export const EDITOR_NOTICE_MS = 8000
