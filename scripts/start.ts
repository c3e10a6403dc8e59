import { keepCompiled } from './compile-cache.ts'

/* `npm start`. Everything else is imported once Node has a place to store what it compiles. */
keepCompiled()
await import('./load-in-parts.ts')
await import('./start-cheers.ts')
