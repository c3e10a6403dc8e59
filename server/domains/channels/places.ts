import { channelFailures } from '#contract/channels/failures.ts'
import type { WhyNot } from '#contract/channels/rules.ts'
import {
  findMute,
  getOffice,
  getSettings,
  mayModerate,
  type Office,
  type SettingsRow,
} from '#server/domains/moderation/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { type Reader, whyNotWrite } from './access.ts'
import { gateOf, listOpeningGates, type Standing } from './gates.ts'
import { type ChannelRow, findChannel } from './queries.ts'

/** A channel, and what one viewer may do there. */
export interface Place {
  channel: ChannelRow
  standing: Standing
  office: Office
  reader: Reader
}

interface Asker {
  channelId: string
  viewerId: string | null
  now: Date
}

const NO_OFFICE: Office = { isOwner: false, isModerator: false }

/** A channel, or one that its first message would open; null: there is nothing with this id. */
async function findOrImagine(db: Db, id: string): Promise<ChannelRow | null> {
  const channel = await findChannel(db, id)
  if (channel) return channel
  for (const { kind, findUnopened } of listOpeningGates()) {
    const found = await findUnopened?.(db, id)
    if (found)
      return {
        id,
        kind,
        ...found,
        pageId: null,
        lastSeq: 0,
        messageCount: 0,
        slowSeconds: null,
        isLocked: false,
      }
  }
  return null
}

/** A channel that somebody, or a visitor, may read; null: for them there is none. */
export async function findPlace(db: Db, { channelId, viewerId, now }: Asker): Promise<Place | null> {
  const channel = await findOrImagine(db, channelId)
  if (!channel) return null
  const standing = await gateOf(channel.kind).findStanding(db, { channelId, viewerId, now })
  if (!standing.mayRead) return null
  const office =
    channel.creatorId === null || viewerId === null
      ? NO_OFFICE
      : await getOffice(db, channel.creatorId, viewerId)
  const { fromSeq, seesKeptApart = false } = standing
  const reader = { viewerId, mayModerate: mayModerate(office), fromSeq, seesKeptApart }
  return { channel, standing, office, reader }
}

/** Throws `channel_not_found`: whoever may not read there isn't told that it exists. */
export async function getPlace(db: Db, asker: Asker): Promise<Place> {
  const place = await findPlace(db, asker)
  if (!place) throw new Failure(channelFailures.channel_not_found)
  return place
}

/** The same for who keeps order there; for others it can't be found. */
export async function getModeratedPlace(db: Db, asker: Asker): Promise<Place> {
  const place = await getPlace(db, asker)
  if (!place.reader.mayModerate) throw new Failure(channelFailures.channel_not_found)
  return place
}

export interface Writing {
  whyNot: WhyNot | null
  mutedUntil: Date | null
  /** 0: no slow mode, for this viewer. */
  slowSeconds: number
  /** The page's; null: there is none, or its rules aren't for this viewer. */
  settings: SettingsRow | null
}

/** What keeps a viewer from writing, or slows them down. */
export async function judgeWriting(
  db: Db,
  { channel, standing, reader }: Place,
  now: Date,
): Promise<Writing> {
  const { creatorId, id: channelId } = channel
  const { viewerId, mayModerate: keepsOrder } = reader
  const mute =
    creatorId === null || viewerId === null || keepsOrder
      ? null
      : await findMute(db, { creatorId, userId: viewerId, channelId, now })
  const whyNot = whyNotWrite({
    standing,
    mayModerate: keepsOrder,
    isMuted: mute !== null,
    isLocked: channel.isLocked,
  })
  const settings = creatorId === null || keepsOrder ? null : await getSettings(db, creatorId)
  return {
    whyNot,
    mutedUntil: whyNot === 'muted' ? (mute?.until ?? null) : null,
    slowSeconds: keepsOrder ? 0 : (channel.slowSeconds ?? settings?.slowSeconds ?? 0),
    settings,
  }
}

/** Throws `may_not_write`, which says why. */
export async function checkWriting(db: Db, place: Place, now: Date): Promise<Writing> {
  const writing = await judgeWriting(db, place, now)
  if (writing.whyNot !== null)
    throw new Failure(channelFailures.may_not_write, { params: { why: writing.whyNot } })
  return writing
}
