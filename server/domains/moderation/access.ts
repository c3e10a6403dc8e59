/** What somebody is to the order of a page. */
export interface Office {
  isOwner: boolean
  isModerator: boolean
}

/** The owner and those they named keep order on a page. */
export function mayModerate({ isOwner, isModerator }: Office): boolean {
  return isOwner || isModerator
}

/** Nobody mutes the owner or themselves, and only the owner mutes a moderator. */
export function mayMute(judge: Office, person: Office): boolean {
  return mayModerate(judge) && !person.isOwner && (judge.isOwner || !person.isModerator)
}
