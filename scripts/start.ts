import { keepCompiled } from './compile-cache.ts'

/* `npm start`. Everything else is imported when there is a place for what Node compiles. */
keepCompiled()
await import('./start-cheers.ts')
