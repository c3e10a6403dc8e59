import module from 'node:module'
import path from 'node:path'

/**
 * Has Node keep what it compiles, types taken out, beside the packages (or in NODE_COMPILE_CACHE): the next start takes
 * half the time, and 18 MB of memory less, because what takes types out is not loaded. Where the folder cannot be
 * written nothing is kept. To be called before anything large is imported.
 */
export function keepCompiled(): void {
  // Named in the environment for the threads of the server, which have a cache of their own.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(
    import.meta.dirname,
    '../node_modules/.cache/cheers-compiled',
  )
  module.enableCompileCache(process.env['NODE_COMPILE_CACHE'])
}

/** Writes what is compiled by now: a server that is killed does not come to it. */
export function writeCompiled(): void {
  module.flushCompileCache()
}
