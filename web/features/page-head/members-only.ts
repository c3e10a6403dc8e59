/** The part of a page that search engines are told not to take for free: what stands in place of a members' post. */
export const MEMBERS_ONLY_CLASS_NAME = 'members-only'
