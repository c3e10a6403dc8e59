/** Whose medium it is: they alone change and remove it. Who may see one in a post is for posts to say. */
export function isOwnerOfMedium(viewer: { id: string }, medium: { ownerId: string }): boolean {
  return viewer.id === medium.ownerId
}
