import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'

const manifest = readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8')

/** The version of Cheers that runs. */
export const RELEASE = z.parse(z.object({ version: z.string() }), JSON.parse(manifest)).version
