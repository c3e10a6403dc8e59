import { hasFfmpeg } from '#server/platform/ffmpeg/find-ffmpeg.ts'

import { canInstallWithApt, installWithApt } from './install-program.ts'

/**
 * Whether the tests that need ffmpeg can run: with the system's, or with one it installs. Says so if they can't,
 * because they are skipped then.
 */
export async function findOrInstallFfmpeg(): Promise<boolean> {
  if (await hasFfmpeg()) return true
  try {
    if (!canInstallWithApt()) throw new Error('it is not installed')
    console.log('No ffmpeg found: installing it with apt-get (once; about 150 MB) …')
    await installWithApt('ffmpeg')
    return true
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    console.log(`No ffmpeg (${why}): journeys with video and audio are skipped.`)
    return false
  }
}
