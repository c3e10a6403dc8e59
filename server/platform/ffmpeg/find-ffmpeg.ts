import { run } from '../program.ts'

let isUsable: Promise<boolean> | undefined

/** Whether this machine has an ffmpeg that can write H.264 and AAC, with its ffprobe. Checked only once. */
export function hasFfmpeg(): Promise<boolean> {
  isUsable ??= look()
  return isUsable
}

/** Whether this machine's ffmpeg has a filter: some are left out where their library isn't there. */
export async function hasFilter(name: string): Promise<boolean> {
  const { output } = await run(['ffmpeg', '-hide_banner', '-v', 'error', '-filters'])
  return output.split('\n').some((line) => line.trim().split(/\s+/)[1] === name)
}

async function look(): Promise<boolean> {
  const [encoders, probe] = await Promise.all([
    run(['ffmpeg', '-hide_banner', '-v', 'error', '-encoders']),
    run(['ffprobe', '-hide_banner', '-v', 'error', '-version']),
  ])
  return (
    encoders.isSuccess &&
    probe.isSuccess &&
    /\blibx264\b/.test(encoders.output) &&
    /\baac\b/.test(encoders.output)
  )
}
