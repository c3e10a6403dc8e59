import { isOutsideTransaction, type Migration, type Statement, statementsOf } from './migration-statements.ts'
import { SMALL_TABLES } from './whole-table-reads.ts'

/*
 * What a migration may not do while the release before it serves people from tables of any size.
 */

interface Context {
  migration: Migration
  /** All of the file, and what ran before it. */
  statements: readonly Statement[]
  earlier: readonly Statement[]
  /** Others use this table meanwhile, and it may be long. */
  isInUse: (table: string) => boolean
}

interface Rule {
  /** What is wrong, and what to do instead. */
  says: string
  breaks: (statement: Statement, context: Context) => boolean
}

/** An action of `alter table` that breaks a rule on a table in use. */
function action(says: string, breaks: (action: string, statement: Statement, context: Context) => boolean) {
  return {
    says,
    breaks: (statement: Statement, context: Context) =>
      context.isInUse(statement.table) && statement.actions.some((one) => breaks(one, statement, context)),
  }
}

const CREATED_INDEX =
  /^create (?:unique )?index (concurrently )?(?:if not exists )?(?:\w+ )?on (?:only )?([\w.]+)/
const ADDED_COLUMN =
  /^add (?:column )?(?:if not exists )?(?!constraint\b|check\b|foreign\b|unique\b|primary\b|exclude\b|not null\b)(\w+) (.*)$/
/** Functions whose answer is the same for all rows of a statement. */
const STEADY_CALLS =
  /\b(?:now|transaction_timestamp|statement_timestamp)\(\)|\b(?:numeric|decimal|varchar|char|bit|timestamptz?|time)\([\d, ]+\)/g
const DROPS = /^drop (?:table|view|materialized view|function|procedure|type|domain|sequence|schema)\b/
const UNREAD_SINCE = /^-- Unread since (?:[0-9a-f]{7,40}|v\d[\w.-]*)\b/m

const RULES: readonly Rule[] = [
  {
    says: 'an index on a table in use stops its writers until it is built: create it concurrently, in a file of its own',
    breaks({ words }, { isInUse }) {
      const [, concurrently, table = ''] = CREATED_INDEX.exec(words) ?? []
      return concurrently === undefined && isInUse(table)
    },
  },
  {
    says: 'what is done concurrently has a file of its own that begins with "-- Outside a transaction", and "if [not] exists", since it may run twice',
    breaks: ({ words }, { migration, statements }) =>
      /^(?:create|drop|reindex) .*\bconcurrently\b/.test(words) &&
      (statements.length > 1 ||
        !isOutsideTransaction(migration) ||
        !/\bif (?:not )?exists\b|^reindex/.test(words)),
  },
  {
    says: 'a file outside a transaction is one statement: what came before an error would stay',
    breaks: (statement, { migration, statements }) =>
      isOutsideTransaction(migration) && statements.length > 1 && statement === statements[0],
  },
  action(
    'a default that differs from row to row rewrites the table: add the column without it, set the default after that, and fill in batches',
    (one) => {
      const [, , rest = ''] = ADDED_COLUMN.exec(one) ?? []
      const [, value = ''] = /\bdefault (.*)$/.exec(rest) ?? []
      const isComputed = /^(?:big|small)?serial\b|\bgenerated always as\b|\bas identity\b/.test(rest)
      return (
        isComputed ||
        /\w\(/.test(value.replaceAll(STEADY_CALLS, '').replace(/\b(?:check|references) .*$/, ''))
      )
    },
  ),
  action(
    'a column that must be filled and has no default fails with the rows there are, and with those that the earlier release writes',
    (one) => {
      const [, , rest = ''] = ADDED_COLUMN.exec(one) ?? []
      return /\bnot null\b/.test(rest) && !/\bdefault\b/.test(rest)
    },
  ),
  action(
    'a check with a new column reads the whole table while nobody else can: add the column, then the constraint not valid, and validate it in a later file',
    (one) => ADDED_COLUMN.test(one) && (/\bcheck ?\(/.test(one) || /\bdefault\b.*\breferences\b/.test(one)),
  ),
  action(
    'a constraint reads the whole table while nobody else can: add it not valid, and validate it in a later file',
    (one) =>
      /^add (?:constraint \w+ )?(?:check|foreign key|not null)\b/.test(one) && !/\bnot valid\b/.test(one),
  ),
  action(
    'a constraint is validated in a later file: its lock would be held while all rows are read',
    (one, { table }, { statements }) => {
      const [, name = ''] = /^validate constraint (\w+)/.exec(one) ?? []
      return (
        name !== '' &&
        statements.some(
          (other) =>
            other.table === table &&
            other.actions.some((added) => added.startsWith(`add constraint ${name} `)),
        )
      )
    },
  ),
  action(
    'a key builds its index while nobody else can use the table: build the index concurrently, and add the key using it',
    (one) =>
      (/^add (?:constraint \w+ )?(?:unique|primary key|exclude)\b/.test(one) &&
        !/\busing index\b/.test(one)) ||
      (ADDED_COLUMN.test(one) && /\b(?:unique|primary key)\b/.test(one)),
  ),
  action(
    '"set not null" reads the whole table: first add check (… is not null) not valid, and validate it in a file before this one',
    (one, { table }, { earlier }) => {
      const [, column = ''] = /^alter (?:column )?(\w+) set not null/.exec(one) ?? []
      if (column === '') return false
      const checks = earlier
        .filter((other) => other.table === table)
        .flatMap(({ actions }) => actions)
        .flatMap((other) => {
          const [, name = '', checked = ''] = /^add constraint (\w+) check \((.*)\)/.exec(other) ?? []
          return new RegExp(`(?:^|and )\\(?${column} is not null`).test(checked) ? [name] : []
        })
      return !earlier.some(
        (other) =>
          other.table === table &&
          other.actions.some((validated) =>
            checks.some((name) => validated === `validate constraint ${name}`),
          ),
      )
    },
  ),
  action(
    'another type rewrites the table, and the earlier release reads the old one: add a column, fill it in batches, and drop the old one a release later',
    (one) => /^alter (?:column )?\w+ (?:set data )?type\b/.test(one),
  ),
  action('this rewrites the table', (one) =>
    /^set (?:logged|unlogged|tablespace|access method|with)\b|^alter (?:column )?\w+ (?:set expression|add generated)/.test(
      one,
    ),
  ),
  {
    says: 'what is renamed is gone for the release before, which is still running: add the new one, and drop the old one a release later',
    breaks: ({ words }) =>
      /^alter (?:table|view|type|sequence|function) .*\brename\b/.test(words) &&
      !/\brename constraint\b/.test(words),
  },
  {
    says: 'what is dropped is still read by a release before, unless the file says "-- Unread since" with the release that stopped',
    breaks: ({ words, actions }, { migration }) =>
      (DROPS.test(words) ||
        actions.some((one) => /^drop (?:column )?(?!constraint\b)(?:if exists )?\w/.test(one))) &&
      !UNREAD_SINCE.test(migration.text),
  },
  {
    says: 'rows of a table in use are written in batches that commit, in a file outside a transaction: all at once they stay locked until its end',
    breaks({ words, bodies }, { isInUse, migration }) {
      const said = words.startsWith('do ') ? bodies.join(' ') : words
      if (/^create\b/.test(said)) return false
      const isInBatches = isOutsideTransaction(migration) && /\bcommit\b/.test(said)
      const written = said.matchAll(
        /\b(?:update|delete from)(?: only)? (\w+)|\binsert into \w+ .*?\bselect\b.*?\bfrom (\w+)/g,
      )
      return !isInBatches && [...written].some(([, changed, read]) => isInUse(changed ?? read ?? ''))
    },
  },
  {
    says: 'batches without a rest take a processor from those who use the platform: after each, pg_sleep for three times as long as it took',
    breaks({ words, bodies }) {
      const said = words.startsWith('do ') ? bodies.join(' ') : ''
      const isInBatches = /\bloop\b/.test(said) && /\bcommit\b/.test(said)
      return isInBatches && !/\bpg_sleep\(/.test(said)
    },
  },
  {
    says: 'a gin index has a list of what is to be added, which each search reads: create it with (fastupdate = off)',
    breaks: ({ words }) =>
      CREATED_INDEX.test(words) && /\busing gin\b/.test(words) && !/\bfastupdate ?= ?off\b/.test(words),
  },
  {
    says: 'how long a lock is waited for, and what gives way, is decided by server/platform/db/migrate.ts',
    breaks: ({ words, bodies }) =>
      /\b(?:lock|statement|idle_in_transaction_session|transaction)_timeout\b|^lock\b/.test(
        [words, ...bodies].join(' '),
      ),
  },
  {
    says: 'nobody can use the table until this is done',
    breaks: ({ words }) =>
      /^(?:truncate|cluster|vacuum full|refresh materialized view (?!concurrently))/.test(words) ||
      (words.startsWith('reindex') && !/\bconcurrently\b/.test(words)),
  },
]

/** What is wrong with a migration, a line each; `before`: the ones that run before it. */
export function faultsOf(migration: Migration, before: readonly Migration[]): string[] {
  const statements = statementsOf(migration.text)
  const made = new Set(
    statements.flatMap(
      ({ words }) =>
        /^create (?:unlogged |temp(?:orary)? )?table (?:if not exists )?(\w+)/.exec(words)?.[1] ?? [],
    ),
  )
  const isInUse = (table: string) => table !== '' && !made.has(table) && !SMALL_TABLES.includes(table)
  const earlier = before.flatMap(({ text }) => statementsOf(text))
  const context = { migration, statements, earlier, isInUse }
  return statements.flatMap((statement) =>
    RULES.filter(({ breaks }) => breaks(statement, context)).map(
      ({ says }) => `${migration.name}: ${statement.words.slice(0, 100)}: ${says}`,
    ),
  )
}
