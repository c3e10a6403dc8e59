import * as z from 'zod/mini'

import { embedTexts as texts } from './messages.ts'

export const embedProvider = z.enum(['youtube', 'vimeo', 'twitch'])

export interface Embed {
  provider: z.infer<typeof embedProvider>
  /** The address of the provider's player. */
  src: string
  /** The address of the video's own page there. */
  link: string
  title: string
}

/** Without a user name before the host: such links pass themselves off as another site's. */
const LINK = /^https?:\/\/([a-z0-9.-]+)(?::\d+)?(\/[^?#\s]*)?(?:\?([^#\s]*))?(?:#\S*)?$/i

type Query = ReadonlyMap<string, string>

/** The only origins a post's frame may show. */
export const EMBED_ORIGINS = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://player.twitch.tv',
  'https://clips.twitch.tv',
] as const

/**
 * The player for a video's link, or null if it isn't one of these providers'. Only identifiers are taken from the link;
 * the address is built here. `host` is our own name: Twitch's player asks for it.
 */
export function embedOf(link: string, host: string): Embed | null {
  const [, name, pathname = '', search = ''] = LINK.exec(link.trim()) ?? []
  if (name === undefined) return null
  const site = name.toLowerCase().replace(/^(?:www|m|mobile)\./, '')
  const path = pathname.split('/').filter((part) => part !== '')
  const query: Query = new Map(
    search.split('&').map((pair) => {
      const [key = '', value = ''] = pair.split('=')
      return [key, value]
    }),
  )
  if (site === 'youtube.com' || site === 'youtube-nocookie.com' || site === 'youtu.be')
    return youtube(site, path, query)
  if (site === 'vimeo.com' || site === 'player.vimeo.com') return vimeo(path, query)
  if (site === 'twitch.tv' || site === 'player.twitch.tv' || site === 'clips.twitch.tv')
    return twitch(site, path, query, host)
  return null
}

function youtube(site: string, path: readonly string[], query: Query): Embed | null {
  const [first, second] = path
  let video = query.get('v') ?? null
  if (site === 'youtu.be') video = first ?? null
  else if (/^(?:embed|shorts|live|v)$/.test(first ?? '')) video = second ?? null
  else if (first !== 'watch') return null
  if (!/^[\w-]{11}$/.test(video ?? '')) return null
  const start = secondsOf(query.get('t') ?? query.get('start') ?? '')
  return {
    provider: 'youtube',
    // With messages switched on: they tell whether the video can be shown.
    src: `https://www.youtube-nocookie.com/embed/${video}?enablejsapi=1${start > 0 ? `&start=${start}` : ''}`,
    link: `https://www.youtube.com/watch?v=${video}${start > 0 ? `&t=${start}s` : ''}`,
    title: texts.youtube,
  }
}

/** 90, 90s and 1m30s are ways to write a minute and a half. */
function secondsOf(text: string): number {
  const [, hours, minutes, seconds] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

function vimeo(path: readonly string[], query: Query): Embed | null {
  const at = path.findIndex((part) => /^\d{4,12}$/.test(part))
  const video = path[at]
  if (video === undefined) return null
  // Unlisted videos have a key beside their number.
  const given = query.get('h') ?? path[at + 1] ?? ''
  const key = /^[0-9a-f]{6,20}$/.test(given) ? given : null
  return {
    provider: 'vimeo',
    src: `https://player.vimeo.com/video/${video}?dnt=1${key === null ? '' : `&h=${key}`}`,
    link: `https://vimeo.com/${video}${key === null ? '' : `/${key}`}`,
    title: texts.vimeo,
  }
}

function twitch(site: string, path: readonly string[], query: Query, host: string): Embed | null {
  const parent = `parent=${encodeURIComponent(host)}`
  const player = (what: string) => `https://player.twitch.tv/?${what}&${parent}&autoplay=false`
  const [first = '', second = '', third = ''] = path
  const clip = site === 'clips.twitch.tv' ? (query.get('clip') ?? first) : second === 'clip' ? third : ''
  if (clip !== '') {
    if (!/^[\w-]{1,100}$/.test(clip)) return null
    const src = `https://clips.twitch.tv/embed?clip=${clip}&${parent}&autoplay=false`
    return { provider: 'twitch', src, link: `https://clips.twitch.tv/${clip}`, title: texts.twitchClip }
  }
  const video = first === 'videos' ? second : (query.get('video') ?? '').replace(/^v/, '')
  if (/^\d{4,12}$/.test(video))
    return {
      provider: 'twitch',
      src: player(`video=${video}`),
      link: `https://www.twitch.tv/videos/${video}`,
      title: texts.twitchVideo,
    }
  const channel = query.get('channel') ?? (path.length === 1 ? first : '')
  if (!/^\w{3,25}$/.test(channel)) return null
  return {
    provider: 'twitch',
    src: player(`channel=${channel}`),
    link: `https://www.twitch.tv/${channel}`,
    title: texts.twitchStream(channel),
  }
}
