import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { faultsOf } from './testing/migration-rules.ts'
import type { Migration } from './testing/migration-statements.ts'
import { SMALL_TABLES } from './testing/whole-table-reads.ts'

/** The last file of the first release. Those begin with an empty database, where nobody waits. */
const FIRST_RELEASE = '0025'

const FOLDER = path.join(import.meta.dirname, 'migrations')
const migrations: readonly Migration[] = fs
  .readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({
    name: name.replace(/\.sql$/, ''),
    text: fs.readFileSync(path.join(FOLDER, name), 'utf8'),
  }))

function judge(text: string, ...before: string[]): string[] {
  return faultsOf(
    { name: '9999-tried', text },
    before.map((earlier, index) => ({ name: `${9990 + index}-before`, text: earlier })),
  )
}

test('migrations leave the release before them working', () => {
  const faults = migrations
    .map((migration, index) => ({ migration, before: migrations.slice(0, index) }))
    .filter(({ migration }) => migration.name.slice(0, 4) > FIRST_RELEASE)
    .flatMap(({ migration, before }) => faultsOf(migration, before))
  expect(faults).toEqual([])
})

describe('what stops a page with millions of rows is refused', () => {
  const BATCHES = `do $$ begin update posts set html = '' where id > $1; end $$`
  const LATE_KEY = 'alter table posts add constraint one_slug unique using index posts_slug'
  test.each([
    ['create index posts_slug on posts (slug)', 'stops its writers'],
    ['create unique index if not exists posts_slug on only posts (slug)', 'stops its writers'],
    ['-- Why.\ncreate index concurrently if not exists posts_slug on posts (slug)', 'a file of its own'],
    ['-- Outside a transaction\ncreate index concurrently posts_slug on posts (slug)', 'may run twice'],
    ['-- Outside a transaction\nselect 1;\nselect 2', 'is one statement'],
    ['alter table posts add column mark uuid default uuidv7()', 'differs from row to row'],
    ['alter table posts add mark uuid not null default gen_random_uuid()', 'differs from row to row'],
    ['alter table posts add column number bigserial', 'differs from row to row'],
    [
      'alter table posts add column a int, add column words text generated always as (lower(html)) stored',
      'row to row',
    ],
    ['alter table posts add column kind text not null', 'has no default fails'],
    [`alter table posts add column kind text not null default 'a' check (kind <> '')`, 'with a new column'],
    [`alter table posts add constraint kinds check (slug <> '')`, 'add it not valid'],
    ['alter table posts add foreign key (creator_id) references creators', 'add it not valid'],
    ['alter table posts add constraint some not null slug', 'add it not valid'],
    [
      `alter table posts add constraint s check (slug <> '') not valid; alter table posts validate constraint s`,
      'in a later file',
    ],
    ['alter table posts add constraint one_slug unique (slug)', 'add the key using it'],
    ['alter table posts add primary key (id)', 'add the key using it'],
    ['alter table posts add column mark text unique', 'add the key using it'],
    ['alter table posts alter column slug set not null', 'reads the whole table'],
    ['alter table posts alter slug type varchar(200)', 'another type'],
    ['alter table posts set unlogged', 'rewrites the table'],
    ['alter table posts rename column slug to address', 'is renamed'],
    ['alter table posts rename to entries', 'is renamed'],
    ['alter table posts drop column slug', 'Unread since'],
    ['drop table if exists polls', 'Unread since'],
    ['drop function post_is_published', 'Unread since'],
    [`update posts set slug = ''`, 'in batches'],
    ['delete from only posts where html is null', 'in batches'],
    ['create table slugs (slug text); insert into slugs (slug) select slug from posts', 'in batches'],
    [BATCHES, 'in batches'],
    [`-- Outside a transaction\n${BATCHES}`, 'in batches'],
    [
      `-- Outside a transaction\ndo $$ begin loop update posts set slug = ''; commit; end loop; end $$`,
      'a rest',
    ],
    [
      `-- Outside a transaction\ncreate index concurrently if not exists words on posts using gin (all_words)`,
      'which each search reads',
    ],
    [`set local lock_timeout = '10min'`, 'is decided by'],
    ['lock table posts in share mode', 'is decided by'],
    ['truncate posts', 'nobody can use'],
    ['vacuum full posts', 'nobody can use'],
    ['-- Outside a transaction\nreindex table posts', 'nobody can use'],
  ])('%s', (text, says) => {
    expect(judge(text).filter((fault) => fault.includes(says))).toHaveLength(1)
  })

  test('a required column is known to be filled before it is required', () => {
    const checked = 'alter table posts add constraint has_slug check (slug is not null) not valid'
    const required = 'alter table posts alter column slug set not null'
    expect(judge(required, checked)).toHaveLength(1)
    expect(judge(required, checked, 'alter table posts validate constraint has_slug')).toEqual([])
    expect(judge(LATE_KEY)).toEqual([])
  })
})

test('what stops nobody is allowed', () => {
  expect(
    [
      'create table marks (id uuid primary key default uuidv7(), n bigserial); create index marks_n on marks (n)',
      `alter table posts add column mark text not null default '', add column at timestamptz default now()`,
      `alter table posts add column other_id uuid references posts, add column tax numeric(10, 2) default 0`,
      `alter table posts add constraint s check (slug <> '' and slug ~ '^(a|b);$') not valid`,
      `-- Outside a transaction: built meanwhile.\ncreate index concurrently if not exists s on posts (slug) -- ;`,
      `-- Outside a transaction\ncreate index concurrently if not exists w on posts using gin (words) with (fastupdate = off)`,
      `-- Outside a transaction\ndo $$ begin loop update posts set slug = ''; commit; perform pg_sleep(1); end loop; end $$`,
      'create function later() returns trigger language plpgsql as $$ begin update posts set slug = 1; end $$',
      `update platform_plans set name = 'It''s; update posts'`,
      `-- Unread since v1.2: it was empty.\nalter table posts drop column if exists mark`,
      'alter table posts drop constraint s, alter column slug drop default; alter index a rename to b',
    ].flatMap((text) => judge(text)),
  ).toEqual([])
})

test('what counts as short is a table', () => {
  const all = migrations.map(({ text }) => text).join('\n')
  const notOurs = /^(?:pg_|migrations$|published_seals)/
  const unknown = SMALL_TABLES.filter((name) => !notOurs.test(name))
  expect(
    unknown.filter((name) => !new RegExp(`create table (?:if not exists )?${name}\\b`).test(all)),
  ).toEqual([])
})
