/* What our public pages promise, as figures. The product keeps them; code that states or enforces one reads it here. */

/** How old a person has to be to have an account, and to open a creator page; in years. */
export const MINIMUM_AGE = 13
export const CREATOR_MINIMUM_AGE = 18

/** How long a member keeps access while a renewal is late or has failed. */
export const GRACE_DAYS = 7

/** How long a deletion of an account can be taken back. */
export const DELETION_UNDO_DAYS = 14

/** How long a page may stay suspended before its memberships end and their unused time is refunded. */
export const SUSPENSION_RETURN_DAYS = 14

export const GOVERNING_LAW = 'India'
