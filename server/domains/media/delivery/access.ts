/** The medium's owner: they alone change and remove it. Posts decide who may see one in a post. */
export function isOwnerOfMedium(viewer: { id: string }, medium: { ownerId: string }): boolean {
  return viewer.id === medium.ownerId
}
