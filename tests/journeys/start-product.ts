import { keepCompiled } from '#scripts/compile-cache.ts'

/*
 * `npm start` with quick hashes: people sign up and log in hundreds of times, and what a hash costs is no journey's claim.
 */
keepCompiled()
await import('#server/testing/quick-hashes.ts')
const { startCheers } = await import('#scripts/start-cheers.ts')
await startCheers()
