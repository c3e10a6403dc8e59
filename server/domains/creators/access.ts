import type { Viewer } from '#server/platform/http/implement.ts'

/** The owner, and nobody else, edits a page, its plans and its posts. */
export function isOwner(viewer: Pick<Viewer, 'id'> | null, creator: { userId: string }): boolean {
  return viewer !== null && viewer.id === creator.userId
}
