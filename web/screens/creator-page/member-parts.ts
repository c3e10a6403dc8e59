/* What only members need, in one chunk. */
export { JoinDialog } from '#web/features/join-plan/join-dialog.tsx'
export { JoinWish } from './membership/join-wish.tsx'
export { OwnMembership } from './membership/own-membership.tsx'
