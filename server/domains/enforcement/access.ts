import type { Office } from '#server/domains/moderation/service.ts'
import type { StaffActor } from '#server/platform/http/principal.ts'

/** Whoever keeps order on a page decides about its messages: the owner about all, moderators about those of members. */
export function mayDecide(judge: Office, author: Office): boolean {
  return judge.isOwner || (judge.isModerator && !author.isOwner && !author.isModerator)
}

/** What is stored as having decided: an account by its id, which stays true when the account is gone. */
export function deciderOf(actor: StaffActor): string {
  return actor.kind === 'user' ? `user:${actor.id}` : `command:${actor.name}`
}
