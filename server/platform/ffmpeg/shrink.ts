import type { SmallFrame } from '../media-files/small-picture.ts'
import { inputArgs, runFfmpeg, words } from './run-ffmpeg.ts'
import { CLEAN } from './work.ts'

const KILOBITS = 500
/** A picture that comes sooner after the one before is left out: of sixty a second, thirty are enough. */
const CLOSEST_SECONDS = 0.021
/** Many times what a segment of ten seconds takes. */
const OUTPUT_MAX_BYTES = 4_000_000
/** The memory of the longest group of pictures, and no other keyframe than the first. */
const PICTURES_MAX = 1200

interface Shrinking {
  /** Where `input` and `output` are. */
  folder: string
  input: string
  output: string
  frame: SmallFrame
  /** Pictures before it are decoded, where others need them, and left out. */
  firstTick: number
  timeoutMs: number
}

/**
 * Makes the picture of a file small: one group of pictures of a fixed size, in fragments, each picture shown at the tick it
 * was. Throws `MediaUnreadable`.
 */
export async function shrink({
  folder,
  input,
  output,
  frame,
  firstTick,
  timeoutMs,
}: Shrinking): Promise<void> {
  const { widthPx: width, heightPx: height, colours } = frame
  const filters = [
    `select='gte(pts,${firstTick})*(isnan(prev_selected_t)+gte(t-prev_selected_t,${CLOSEST_SECONDS}))'`,
    // Whatever comes is fitted into the size that the header declares: with square pixels, and with edges where its shape is another.
    `scale=w='min(${width},trunc(${height}*dar/2+0.5)*2)':h='min(${height},trunc(${width}/dar/2+0.5)*2)':flags=bilinear:out_color_matrix=bt709:out_range=tv`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
    'setsar=1,format=yuv420p',
  ]
  await runFfmpeg(
    [
      ...words('-v error -threads 1 -filter_threads 1 -noautorotate -copyts -ignore_editlist 1'),
      ...words(`-codec_whitelist h264 -colorspace ${colours === 'hd' ? 'bt709' : 'smpte170m'}`),
      ...inputArgs(input),
      ...words('-map 0:v:0'),
      '-vf',
      filters.join(','),
      ...encoderArgs(frame.timescale),
      output,
    ],
    { cwd: folder, timeoutMs },
  )
}

/** Makes one black picture, whose parameters are those of all that are made for a frame. */
export async function makeSample(given: Omit<Shrinking, 'input' | 'firstTick'>): Promise<void> {
  const { folder, output, frame, timeoutMs } = given
  const { widthPx, heightPx, timescale } = frame
  await runFfmpeg(
    [
      ...words('-v error -f lavfi'),
      ...words(`-i color=s=${widthPx}x${heightPx}:r=1:d=1,settb=1/${timescale},setsar=1,format=yuv420p`),
      ...encoderArgs(timescale),
      output,
    ],
    { cwd: folder, timeoutMs },
  )
}

/** What the pictures hold must not change their parameters: the same header goes before all of them. */
const X264 = [
  'stitchable=1',
  'scenecut=0',
  'fps=30',
  'colorprim=bt709',
  'transfer=bt709',
  'colormatrix=bt709',
  'fullrange=off',
].join(':')

function encoderArgs(timescale: number): string[] {
  return [
    ...words('-fps_mode passthrough -enc_time_base -1 -c:v libx264 -threads 1 -preset veryfast'),
    // In the order they are shown in, so that nothing waits for a later one.
    ...words(`-profile:v main -level:v 3.0 -bf 0 -g ${PICTURES_MAX} -frames:v ${PICTURES_MAX}`),
    ...words(`-crf 26 -maxrate ${KILOBITS}k -bufsize ${KILOBITS}k -x264-params ${X264}`),
    ...CLEAN,
    ...words(`-video_track_timescale ${timescale} -avoid_negative_ts disabled -fs ${OUTPUT_MAX_BYTES}`),
    ...words('-movflags empty_moov+default_base_moof+frag_discont+frag_custom -f mp4'),
  ]
}
