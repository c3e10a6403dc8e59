import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { runFfmpeg, words } from './run-ffmpeg.ts'
import { transcode } from './transcode.ts'
import type { Made } from './work.ts'

/* Files made with ffmpeg, and what is made of them. */

export const QUICK_VIDEO = words('-c:v libx264 -preset ultrafast')
export const VP8 = words('-c:v libvpx -deadline realtime -cpu-used 8 -b:v 300k')

/** A folder of its own; the caller removes it. */
export async function openConversions() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-conversions-'))
  return {
    folder,
    made: async (name: string, args: readonly string[]): Promise<string> => {
      await runFfmpeg(['-v', 'error', ...args, name], { cwd: folder, timeoutMs: 120_000 })
      return path.join(folder, name)
    },
    convert: async (inputPath: string, kind: 'video' | 'audio' = 'video'): Promise<Made> =>
      transcode({ inputPath, outputDir: await fs.mkdtemp(path.join(folder, 'output-')), kind }),
    /** What ffmpeg says when it runs a file through filters. */
    said: (file: string, filters: string): Promise<string> => {
      const args = [...words('-v info -i'), file, ...words(`${filters} -f null -`)]
      return runFfmpeg(args, { cwd: folder, timeoutMs: 60_000 })
    },
  }
}

export function fileOf({ renditions }: Made, name: string): string {
  return renditions.find((rendition) => rendition.name === name)?.file ?? `${name} was not made`
}
