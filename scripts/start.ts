import { keepCompiled, startAgainIfCompiled } from './compile-cache.ts'

/* `npm start`. Everything else is imported once Node has a place to store what it compiles. */
keepCompiled()
await import('./load-in-parts.ts')
const { startCheers } = await import('./start-cheers.ts')
if (process.env['NODE_ENV'] === 'production') startAgainIfCompiled()
await startCheers()
