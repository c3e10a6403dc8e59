import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'

import { programEnvironment, tiedToParent } from '../program.ts'

/** How much of a program's output is kept; the last lines are the ones that matter. */
const SAID_CHARACTERS = 32_000

const FOLDER_CHECK_MS = 5000

/** A run that writes nothing for this long hangs; generous, as all processors may be busy. */
const STALLED_MS = 5 * 60_000

/**
 * The formats a file may have. Playlists and lists of files (hls, dash, concat, sdp) are left out: they name other
 * files, and would make us read and publish those.
 */
const FORMATS =
  'mov,mp4,matroska,webm,avi,asf,flv,mpeg,mpegts,mpegvideo,h264,hevc,m4v,mp3,aac,ac3,amr,ogg,wav,w64,flac,aiff,caf,ape,wv'

/** A user's file can't be read, or made into what we need. The message is for the log. */
export class MediaUnreadable extends Error {
  override name = 'MediaUnreadable'
}

/** Options for every reading of a user's file: no network, no other files, no questions. */
export function inputArgs(file: string): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', FORMATS, '-i', `file:${file}`]
}

/** Splits arguments that contain no spaces, as one would type them. */
export function words(text: string): string[] {
  return text.split(' ')
}

interface RunOptions {
  cwd: string
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** The output folder, and how large it may become. */
  output?: { folder: string; maxBytes: number }
  /** Called with how much of the output's time is written. */
  onWrittenMs?: (writtenMs: number) => void
}

/**
 * Runs ffmpeg to its end, at the priority of this process, and returns its output. Throws `MediaUnreadable` when it
 * fails, takes too long or writes too much; rejects with the signal's reason when that aborts.
 */
export function runFfmpeg(args: readonly string[], options: RunOptions): Promise<string> {
  return start('ffmpeg', ['-hide_banner', '-nostdin', '-y', '-progress', 'pipe:1', ...args], options).then(
    ({ stderr }) => stderr,
  )
}

/** Runs ffprobe to its end and returns its output. Throws as `runFfmpeg` does. */
export function runFfprobe(args: readonly string[], options: RunOptions): Promise<string> {
  return start('ffprobe', ['-v', 'error', ...args], options).then(({ stdout }) => stdout)
}

async function start(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<{ stdout: string; stderr: string }> {
  const { cwd, timeoutMs, signal, output, onWrittenMs } = options
  signal?.throwIfAborted()
  // If this process is killed, the kernel ends its child too.
  const [first, ...rest] = await tiedToParent('KILL', [program, ...args])
  return new Promise((resolve, reject) => {
    const child = spawn(first, rest, { cwd, env: programEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    let stopped: Error | null = null
    const stop = (reason: Error) => {
      stopped ??= reason
      child.kill('SIGKILL')
    }
    const timer = setTimeout(
      () => stop(new MediaUnreadable(`${program} took longer than ${timeoutMs / 1000} s`)),
      timeoutMs,
    )
    // Only where it reports its progress.
    const stall =
      program === 'ffmpeg' &&
      setTimeout(() => stop(new MediaUnreadable(`${program} writes nothing any more`)), STALLED_MS)
    let writtenUs = -1
    const watch = output && setInterval(() => void stopWhenTooLarge(output, stop), FOLDER_CHECK_MS)
    const abort = () => stop(asError(signal?.reason))
    signal?.addEventListener('abort', abort)
    const end = () => {
      clearTimeout(timer)
      if (stall) clearTimeout(stall)
      clearInterval(watch)
      signal?.removeEventListener('abort', abort)
    }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout = (stdout + text).slice(-SAID_CHARACTERS)
      const written = Number([...text.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1] ?? -1)
      if (written <= writtenUs) return
      writtenUs = written
      if (stall) stall.refresh()
      onWrittenMs?.(written / 1000)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-SAID_CHARACTERS)
    })
    for (const pipe of [child.stdout, child.stderr]) pipe.on('error', (error) => stop(error))
    child.on('error', (error) => {
      end()
      reject(error)
    })
    child.once('close', (code, killedBy) => {
      end()
      if (stopped) reject(stopped)
      else if (code === 0) resolve({ stdout, stderr })
      else reject(new MediaUnreadable(`${program} ended with ${code ?? killedBy}: ${stderr.slice(-500)}`))
    })
  })
}

async function stopWhenTooLarge(
  { folder, maxBytes }: { folder: string; maxBytes: number },
  stop: (reason: Error) => void,
): Promise<void> {
  let total = 0
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      total += (await fs.stat(path.join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  if (total > maxBytes) stop(new MediaUnreadable(`More than ${maxBytes} bytes were written`))
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('Stopped', { cause: reason })
}
