import { hashWithMemory } from '#server/domains/accounts/passwords.ts'

/* The least that argon2 accepts: a hash takes no time worth mentioning, and its form stays the same. */
hashWithMemory(8)
