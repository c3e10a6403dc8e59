import * as z from 'zod/mini'

import { inputArgs, runFfmpeg, words } from './run-ffmpeg.ts'

/** EBU R128's measure, at the level that podcasts and streaming services have settled on. */
const TARGET = { I: -16, TP: -1.5, LRA: 11 }

const target = Object.entries(TARGET)
  .map(([name, value]) => `${name}=${value}`)
  .join(':')

const measured = z.object({
  input_i: z.string(),
  input_tp: z.string(),
  input_lra: z.string(),
  input_thresh: z.string(),
  target_offset: z.string(),
})

/**
 * The filter that brings an audio track to the common loudness without changing its dynamics, found by listening to the
 * whole track once. Silence is left alone.
 */
export async function loudnessFilter(
  file: string,
  stream: number,
  options: Parameters<typeof runFfmpeg>[1],
): Promise<string> {
  const said = await runFfmpeg(
    [
      ...words('-v info'),
      ...inputArgs(file),
      ...words(`-map 0:${stream} -af loudnorm=${target}:print_format=json -f null -`),
    ],
    options,
  )
  const facts = measured.parse(JSON.parse([...said.matchAll(/\{[^{}]*\}/g)].at(-1)?.[0] ?? '{}'))
  // loudnorm works at 192 kHz.
  const asPlayed = 'aresample=48000,aformat=channel_layouts=stereo'
  if (!Object.values(facts).every((value) => Number.isFinite(Number(value)))) return asPlayed
  const correction = [
    `measured_I=${facts.input_i}`,
    `measured_TP=${facts.input_tp}`,
    `measured_LRA=${facts.input_lra}`,
    `measured_thresh=${facts.input_thresh}`,
    `offset=${facts.target_offset}`,
    'linear=true',
  ]
  return `loudnorm=${target}:${correction.join(':')},${asPlayed}`
}
