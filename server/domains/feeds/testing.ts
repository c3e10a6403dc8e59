import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect } from 'vitest'

import { PODCAST_LANGUAGES } from '#contract/feeds/podcast.ts'

import { APPLE_CATEGORIES } from './apple-categories.ts'

interface Item {
  title: string
  link: string
  guid: { '#text': string; '@isPermaLink': string }
  pubDate: string
  description?: string
  'content:encoded'?: string
  'itunes:duration'?: string
  enclosure?: { '@url': string; '@length': string; '@type': string }
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) => name === 'item',
  processEntities: true,
  htmlEntities: true,
})

export interface Feed {
  channel: Record<string, unknown>
  items: Item[]
}

/** A well-formed document of RSS 2.0. */
export function parseFeed(text: string): Feed {
  expect(XMLValidator.validate(text)).toBe(true)
  const { rss } = parser.parse(text)
  expect(rss['@version']).toBe('2.0')
  return { channel: rss.channel, items: rss.channel.item ?? [] }
}

/** The date of RFC 822 with a year of four digits, as the specification of RSS 2.0 asks for. */
export const RFC_822 =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Written from the specifications: rssboard.org/rss-specification (required elements, dates, guids, enclosures) and
 * Apple's list of required podcast tags.
 */
export function expectValidPodcast({ channel, items }: Feed): void {
  for (const name of ['title', 'link', 'description', 'itunes:author', 'itunes:explicit'])
    expect(channel[name], name).toMatch(/\S/)
  expect(channel['itunes:explicit']).toMatch(/^(?:true|false)$/)
  expect(channel['itunes:block']).toBe('Yes')
  expect(channel['atom:link']).toMatchObject({ '@rel': 'self', '@type': 'application/rss+xml' })
  const guids = items.map(({ guid }) => guid['#text'])
  expect(new Set(guids).size).toBe(items.length)
  const times = items.map(({ pubDate }) => Date.parse(pubDate))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  for (const item of items) {
    expect(item.title.trim()).not.toBe('')
    expect(item.pubDate).toMatch(RFC_822)
    expect(item.guid['@isPermaLink']).toBe('false')
    expect(item['itunes:duration']).toMatch(/^\d+$/)
    expect(item.enclosure?.['@url']).toMatch(
      /^https?:\/\/[^\s]+\.(?:mp3|m4a|wav|mp4|mov|ogg|opus|webm|flac|aac)$/,
    )
    expect(Number(item.enclosure?.['@length'])).toBeGreaterThan(0)
    expect(item.enclosure?.['@type']).toMatch(/^(?:audio|video)\/[\w.+-]+$/)
  }
}

/** What Apple asks of a show besides (podcasters.apple.com/support/823-podcast-requirements), once each. */
export function expectListable({ channel }: Feed): void {
  expect(PODCAST_LANGUAGES).toContain(channel['language'])
  const category = channel['itunes:category']
  expect(Array.isArray(category)).toBe(false)
  expect(Object.values(APPLE_CATEGORIES).map((name) => ({ '@text': name }))).toContainEqual(category)
  expect(channel['itunes:image']).toEqual({
    '@href': expect.stringMatching(/^https?:\/\/[^\s]+\.(?:jpg|png)$/),
  })
  expect(channel['itunes:type']).toMatch(/^(?:episodic|serial)$/)
}
