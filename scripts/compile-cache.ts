import fs from 'node:fs'
import module from 'node:module'
import path from 'node:path'

/** Where compiled code is kept unless NODE_COMPILE_CACHE says otherwise, as `npm start` does with the same folder. */
export const COMPILED_FOLDER = path.join(import.meta.dirname, '../node_modules/.cache/cheers-compiled')

/**
 * Makes Node store what it compiles, with types stripped, beside the packages (or in NODE_COMPILE_CACHE): the next
 * start takes half the time. If the folder can't be written, nothing is stored. Call it before anything large is
 * imported. Where the variable is set before Node starts, not even the first file needs the type stripper.
 */
export function keepCompiled(): void {
  // Named in the environment for the server's threads, which have their own cache.
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED_FOLDER
  module.enableCompileCache(process.env['NODE_COMPILE_CACHE'])
  openedAtMs = changedAtMs()
}

let openedAtMs: number | undefined

function changedAtMs(): number | undefined {
  const folder = module.getCompileCacheDir()
  return folder === undefined ? undefined : fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs
}

/** Says that a process was started again. */
export const COMPILED = '--compiled'

/**
 * Starts the program anew, as the same process, if it had to compile anything: the type stripper takes 12 MB, and stays
 * as long as the process. The first start of a version would otherwise hold them until the next version.
 */
export function startAgainIfCompiled(): void {
  writeCompiled()
  // Whoever forked this process would lose its line to it.
  if (process.send !== undefined || process.execve === undefined || process.argv.includes(COMPILED)) return
  if (changedAtMs() === openedAtMs) return
  // That this call of Node's may change yet is nothing to those who start a server.
  process.removeAllListeners('warning')
  process.execve(process.execPath, [
    process.execPath,
    ...process.execArgv,
    ...process.argv.slice(1),
    COMPILED,
  ])
}

/** Writes what is compiled by now, and frees what was read: a killed server never gets to it. */
export function writeCompiled(): void {
  module.flushCompileCache()
}
