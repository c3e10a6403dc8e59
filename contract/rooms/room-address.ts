/** Where the rooms of a page are. */
export function communityPath(pageHandle: string): string {
  return `/${pageHandle}/community`
}

export function roomPath(pageHandle: string, roomId: string): string {
  return `${communityPath(pageHandle)}/${roomId}`
}
