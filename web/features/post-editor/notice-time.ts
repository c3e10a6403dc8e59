/** How long the editor's notices stay, in milliseconds: longer than other toasts, since people are writing. */
export const EDITOR_NOTICE_MS = 8000
