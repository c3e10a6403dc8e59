/** Rooms of one page that aren't archived. */
export const ROOMS_MAX = 20
export const ROOM_NAME_MAX_LENGTH = 60
export const ROOM_TOPIC_MAX_LENGTH = 300
export const COMMUNITY_RULES_MAX_LENGTH = 4000
/** How long an archived room can still be read, and brought back. */
export const ARCHIVED_DAYS = 30
export const PEOPLE_PER_PAGE = 50

/** What keeps somebody out of a room: they aren't in its audience, or were excluded from it. */
export const ROOM_DOORS = ['open', 'locked', 'excluded'] as const

/** What would let somebody in. */
export const ROOM_KEYS = ['sign_in', 'follow', 'plan'] as const
