export type VideoSource = { kind: 'frame' | 'file'; src: string }

const YOUTUBE_ID = /^[\w-]{6,20}$/
const VIMEO_ID = /^\d{4,15}$/
const TWITCH_ID = /^[\w-]{2,40}$/

/**
 * What plays a post's video: a file plays in <video>, a page of a known video site in its embedded player.
 * `parentHost` is this site's host, which Twitch wants named (https://dev.twitch.tv/docs/embed/video-and-clips/).
 */
export function videoSource(url: string, parentHost: string): VideoSource {
  const page = URL.canParse(url) ? new URL(url) : null
  const frame = page ? (youtubeFrame(page) ?? vimeoFrame(page) ?? twitchFrame(page, parentHost)) : null
  return frame ? { kind: 'frame', src: frame } : { kind: 'file', src: url }
}

/** The cookie-less player: nothing is stored in the visitor's browser before it plays. */
function youtubeFrame(page: URL): string | null {
  const [first = '', second = ''] = pathParts(page)
  let videoId: string | null = null
  if (page.hostname === 'youtu.be') videoId = first
  else if (isHost(page, 'youtube.com') || isHost(page, 'youtube-nocookie.com'))
    videoId = ['embed', 'shorts', 'live'].includes(first) ? second : page.searchParams.get('v')
  return videoId && YOUTUBE_ID.test(videoId) ? `https://www.youtube-nocookie.com/embed/${videoId}` : null
}

function vimeoFrame(page: URL): string | null {
  if (!isHost(page, 'vimeo.com')) return null
  const videoId = pathParts(page).find((part) => VIMEO_ID.test(part))
  return videoId ? `https://player.vimeo.com/video/${videoId}?dnt=1` : null
}

function twitchFrame(page: URL, parentHost: string): string | null {
  if (!isHost(page, 'twitch.tv')) return null
  const [first = '', second = ''] = pathParts(page)
  const videoId = first === 'videos' ? second : page.searchParams.get('video')
  const [what, id] = videoId ? ['video', videoId] : ['channel', page.searchParams.get('channel') ?? first]
  if (!TWITCH_ID.test(id)) return null
  const query = new URLSearchParams({ [what]: id, parent: parentHost, autoplay: 'false' })
  return `https://player.twitch.tv/?${query.toString()}`
}

function isHost(page: URL, domain: string): boolean {
  return page.hostname === domain || page.hostname.endsWith(`.${domain}`)
}

function pathParts(page: URL): string[] {
  return page.pathname.split('/').filter(Boolean)
}
