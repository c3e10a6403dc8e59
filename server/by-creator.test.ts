import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/*
 * How far content could be spread over several primaries by its creator, as Citus does it: a spread table needs the creator in each
 * row and in each unique key. docs/performance.md says what would have to change; a table that joins one of these lists
 * makes that more.
 */

const CONTENT = ['media', 'audiences', 'channels', 'polls', 'posts', 'feeds', 'rooms', 'live']

/** They could be spread as they are. */
const READY = ['accepted_rules', 'community_rules', 'follower_counts', 'follows', 'podcasts', 'post_counts']

/** Each row names its creator, but a key doesn't: the creator goes before it, and into the foreign keys that refer to it. */
const KEY_WITHOUT_CREATOR = [
  'audiences',
  'collections',
  'live_sessions',
  'mailed_follows',
  'polls',
  'post_drafts',
  'post_search',
  'posts',
  'private_feeds',
  'rooms',
  'stream_keys',
]

/** Conversations have no creator: they would be spread by one of their people, in tables of their own. */
const PEOPLES_TOO = ['channels', 'messages']

/** Rows find their creator by what they belong to: it would be written into each, and go before each key. */
const WITHOUT_CREATOR = [
  'audience_moments',
  'audience_step_plans',
  'audience_steps',
  'broadcasts',
  'collection_posts',
  'exclusions',
  'file_downloads',
  'hidden_badges',
  'live_attendances',
  'live_players',
  'live_recordings',
  'live_reminders',
  'live_segments',
  'media',
  'media_renditions',
  'message_edits',
  'message_media',
  'message_reports',
  'pins',
  'poll_options',
  'poll_votes',
  'poll_weights',
  'post_draft_files',
  'post_draft_media',
  'post_draft_removed_media',
  'post_files',
  'post_like_counts',
  'post_likes',
  'post_media',
  'post_openings',
  'post_saves',
  'preview_links',
  'question_votes',
  'questions',
  'reaction_counts',
  'reactions',
  'read_marks',
  'upload_parts',
  'uploads',
]

/** What somebody brings without saying whose it is, so each needs a table that every primary has and that names the creator. */
const FOUND_BY_SECRET = [
  'mailed_follows (token_hash)',
  'media (folder)',
  'preview_links (token_hash)',
  'private_feeds (token_hash)',
  'stream_keys (key_hash)',
  'stream_keys (clip_key)',
]

const SCHEMA = fs.readFileSync(path.join(import.meta.dirname, 'schema.sql'), 'utf8')

interface Table {
  name: string
  /** null: there is no such column. */
  creator: 'always' | 'sometimes' | null
  /** The columns of unique keys, the primary one among them. */
  keys: string[]
}

function readTable(name: string, definition: string): Table {
  const [column, isRequired] = /^ {2}creator_id uuid( not null)?/m.exec(definition) ?? []
  const constraints = definition.matchAll(/(?:PRIMARY KEY|UNIQUE) \(([^)]*)\)/g)
  const indexes = SCHEMA.matchAll(/^CREATE UNIQUE INDEX \w+ ON public\.(\w+) USING btree \((.*?)\)(?: |;)/gm)
  return {
    name,
    creator: column === undefined ? null : isRequired === undefined ? 'sometimes' : 'always',
    keys: [
      ...Array.from(constraints, ([, columns = '']) => columns),
      ...Array.from(indexes, ([, of, columns = '']) => (of === name ? columns : '')).filter(Boolean),
    ],
  }
}

function readContent(): Table[] {
  const folder = path.join(import.meta.dirname, 'migrations')
  const ofContent = new Set(
    fs
      .readdirSync(folder)
      .filter((file) => CONTENT.some((domain) => file.endsWith(`-${domain}.sql`)))
      .flatMap((file) => [
        ...fs.readFileSync(path.join(folder, file), 'utf8').matchAll(/^create table (\w+)/gm),
      ])
      .map(([, name]) => name),
  )
  return [...SCHEMA.matchAll(/^create table (\w+) \(\n([^]*?)\n\)/gm)].flatMap(
    ([, name = '', definition = '']) => (ofContent.has(name) ? [readTable(name, definition)] : []),
  )
}

const namesCreator = (key: string) => key.split(', ').includes('creator_id')

describe('content tables', () => {
  const tables = readContent()
  const named = (which: (table: Table) => boolean) => tables.filter(which).map(({ name }) => name)
  const isKeyed = ({ keys }: Table) => keys.every(namesCreator)

  test('that could be spread by creator as they are', () => {
    expect(named((table) => table.creator === 'always' && isKeyed(table))).toEqual(READY)
  })

  test('whose keys would have to name the creator', () => {
    expect(named((table) => table.creator === 'always' && !isKeyed(table))).toEqual(KEY_WITHOUT_CREATOR)
  })

  test('that belong to people as well', () => {
    expect(named(({ creator }) => creator === 'sometimes')).toEqual(PEOPLES_TOO)
  })

  test('whose rows would have to name the creator', () => {
    expect(named(({ creator }) => creator === null)).toEqual(WITHOUT_CREATOR)
  })

  test('that are found by a secret alone', () => {
    const keys = tables.flatMap(({ name, keys: all }) => all.map((key) => `${name} (${key})`))
    expect(
      keys.filter((key) => /\((?:\w+_)?(?:hash|key|folder)\)$/.test(key) && !key.startsWith('upload_')),
    ).toEqual(FOUND_BY_SECRET)
  })
})
