import type * as z from 'zod/mini'

import type { playback as playbackOnWire } from '#contract/media/playback.ts'
import type { medium as mediumOnWire } from '#contract/media/routes.ts'

import type { MediumRow, RenditionRow, ShownMediumRow } from '../queries.ts'
import { type Entitlement, grantEnd, writeGrant } from './grants.ts'

const CAPTIONS = 'captions-'

/** The audience of the addresses. */
export type Audience = { secretKey: string; now: Date } & (
  | {
      /** null: a visitor, who has addresses only of what everyone may see. */
      viewerId: string | null
      entitlement: Entitlement | 'everyone'
    }
  | { entitlement: 'preview'; linkId: string }
)

export function presentMedium(
  row: MediumRow,
  renditions: readonly RenditionRow[],
): z.infer<typeof mediumOnWire> {
  return {
    _id: row.id,
    kind: row.kind,
    name: row.name,
    state: row.state,
    progress: row.progress,
    failure: row.failure,
    note: row.note,
    alt: row.alt,
    widthPx: row.widthPx,
    heightPx: row.heightPx,
    durationMs: row.durationMs,
    placeholder: row.placeholder,
    playsNatively: row.playsNatively,
    isConverted: renditions.some(({ name }) => name === 'low' || name === 'audio-normalised'),
    canBePublished: row.attachedAt === null && (row.state === 'processing' || row.state === 'ready'),
    captions: captionsOf(renditions).map(({ language, label }) => ({ language, label })),
  }
}

function captionsOf(renditions: readonly RenditionRow[]) {
  return renditions
    .filter(({ name }) => name.startsWith(CAPTIONS))
    .map(({ name, label }) => ({ name, language: name.slice(CAPTIONS.length), label: label ?? '' }))
}

/** A medium with addresses for this audience, which the caller must have checked. */
export function presentPlayback(
  row: ShownMediumRow,
  renditions: readonly RenditionRow[],
  audience: Audience,
): z.infer<typeof playbackOnWire> {
  const { address, expiresAt } = addressesOf(row, audience)
  const named = (name: string) => renditions.find((rendition) => rendition.name === name)
  const addressOf = (name: string) => (named(name) ? address(name) : null)
  const widths = renditions.filter(({ name }) => /^w\d+$/.test(name))
  const shown = row.kind === 'image' ? widths.at(-1) : bestFileOf(row, renditions)
  const isThere = row.state === 'ready'
  return {
    _id: row.id,
    kind: row.kind,
    alt: row.alt,
    widthPx: row.widthPx,
    heightPx: row.heightPx,
    durationMs: row.durationMs,
    placeholder: row.placeholder,
    state: row.state,
    progress: row.progress,
    src: isThere && shown ? address(shown.name) : null,
    mime: isThere && shown ? shown.mime : null,
    srcSet: widths.map(({ name, widthPx }) => ({ url: address(name), widthPx: widthPx ?? 0 })),
    poster: addressOf('poster'),
    hls: addressOf('hls/master.m3u8'),
    lowSrc: addressOf('low'),
    audioOnlySrc: row.kind === 'video' ? addressOf('audio-only') : null,
    captions: captionsOf(renditions).map(({ name, language, label }) => ({
      language,
      label,
      url: address(name),
    })),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

/** The file of a video or audio track to play where only one can be named; null: there is none yet. */
export function bestFileOf(row: ShownMediumRow, renditions: readonly RenditionRow[]): StoredFile | null {
  const { originalKey: key, mime, sizeBytes, sha256, keptAt } = row
  const isKept = key !== null && mime !== null && sizeBytes !== null && sha256 !== null
  const original = isKept ? { name: 'original', key, mime, sizeBytes, sha256, keptAt } : null
  const made = renditions.find(({ name }) => name === (row.kind === 'video' ? 'low' : 'audio-normalised'))
  // A video as uploaded is the best version, where browsers can play it; audio has its loudness evened out.
  const isOriginalBest = row.kind === 'video' && row.playsNatively !== false
  return (isOriginalBest ? original : null) ?? made ?? original
}

type StoredFile = Pick<RenditionRow, 'name' | 'key' | 'mime' | 'sizeBytes' | 'sha256'> & {
  keptAt: Date | null
}

/** Where a file that is ready can be downloaded, by this audience, which the caller must have checked. */
export function presentDownload(
  row: MediumRow,
  audience: Audience,
): { url: string; expiresAt: string | null } {
  const { address, expiresAt } = addressesOf(row, audience)
  return { url: address('original'), expiresAt: expiresAt?.toISOString() ?? null }
}

function addressesOf(
  row: MediumRow,
  audience: Audience,
): { address: (name: string) => string; expiresAt: Date | null } {
  // One address for everyone, which may be kept by caches and in rendered pages.
  if (audience.entitlement === 'everyone')
    return { address: (name) => `/media/p/${row.folder}/${name}`, expiresAt: null }
  const expiresAt = grantEnd(audience.now)
  const grant = writeGrant(audience.secretKey, row.id, { ...holderOf(audience), expiresAt })
  return { address: (name) => `/media/s/${grant}/${row.id}/${name}`, expiresAt }
}

function holderOf(audience: Audience) {
  if (audience.entitlement === 'preview') return { entitlement: 'preview' as const, linkId: audience.linkId }
  const { viewerId, entitlement } = audience
  if (viewerId === null || entitlement === 'everyone')
    throw new Error('Members’ media have no address for everybody')
  return { entitlement, viewerId }
}
