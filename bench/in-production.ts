import { pathToFileURL } from 'node:url'

import { writeCompiled } from '#scripts/compile-cache.ts'
import '#scripts/load-in-parts.ts'

/* Runs a bench's file as `npm start` runs the server: loaded part by part. Its path is the first argument. */
const [node = '', , file = '', ...rest] = process.argv
process.argv = [node, file, ...rest]
await import(pathToFileURL(file).href)
writeCompiled()
