import { keepCompiled } from './compile-cache.ts'

/* `npm start`. Everything else is imported once Node has a place to store what it compiles. */
keepCompiled()
const { startCheers } = await import('./start-cheers.ts')
await startCheers()
