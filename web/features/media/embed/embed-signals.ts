import type { Embed } from './embed.ts'

/** A provider's player's state, as it reports it. */
export type EmbedWord = 'lives' | 'failed' | null

/**
 * The message that makes a player answer, once its frame has loaded; null for players that never do. These are the
 * messages the providers' own scripts exchange with their frames:
 * https://developers.google.com/youtube/iframe_api_reference and https://github.com/vimeo/player.js. None of those
 * scripts is loaded.
 */
export function greetingsFor(provider: Embed['provider']): unknown[] | null {
  switch (provider) {
    case 'youtube':
      return [{ event: 'listening', id: 1, channel: 'widget' }]
    case 'vimeo':
      return [{ method: 'ping' }, { method: 'addEventListener', value: 'error' }]
    case 'twitch':
      return null
  }
}

/** The meaning of a player's message; null for messages of another form. */
export function wordOf(provider: Embed['provider'], data: unknown): EmbedWord {
  const message = fieldsOf(typeof data === 'string' ? parse(data) : data)
  if (provider === 'youtube') {
    if (message['event'] === 'onError') return 'failed'
    return typeof message['event'] === 'string' ? 'lives' : null
  }
  if (provider === 'vimeo') {
    // Errors of single calls name the call; problems with the video itself come with `ready`, or alone.
    const { method } = fieldsOf(message['data'])
    if (message['event'] === 'error') return method === undefined || method === 'ready' ? 'failed' : 'lives'
    return message['event'] === 'ready' || message['method'] === 'ping' ? 'lives' : null
  }
  return null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
