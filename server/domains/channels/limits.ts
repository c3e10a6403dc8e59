import { byUser, type Limit } from '#server/platform/http/limits.ts'

/* Newcomers write a fifth as often: see `write.ts`. */
const burstPerUser: Limit = { name: 'write-message', points: 6, windowSeconds: 10 }
const messagesPerUser: Limit = { name: 'write-messages', points: 60, windowSeconds: 600 }
export const editsPerUser: Limit = { name: 'edit-message', points: 60, windowSeconds: 600 }
export const reactionsPerUser: Limit = { name: 'react', points: 120, windowSeconds: 60 }
export const searchesPerUser: Limit = { name: 'search-channel', points: 60, windowSeconds: 60 }
/** A page says at most every three seconds that its reader types. */
export const typingPerUser: Limit = { name: 'typing', points: 40, windowSeconds: 60 }
/** An open page says every few seconds how far it was read. */
export const marksPerUser: Limit = { name: 'mark-read', points: 600, windowSeconds: 600 }
export const actsPerUser: Limit = { name: 'act-on-message', points: 600, windowSeconds: 600 }

export const WRITING = [burstPerUser, messagesPerUser].map((limit) => ({ limit, by: byUser }))
