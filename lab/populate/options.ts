import { parseArgs } from 'node:util'

import { PopulateError } from './writer.ts'
import { type Figures, LEAST, MOST } from './shape.ts'

export const POPULATE_USAGE = `Fills an empty database with pages, people, posts and memberships as uneven as in life.
  npx node lab/populate.ts                                             1,000 pages, 10,000 posts, 5,000 memberships
  npx node lab/populate.ts --creators N --posts N --subscriptions N [--seed N]`

/** Throws a `PopulateError` with what is wrong. */
export function readFigures(args: readonly string[]): Omit<Figures, 'now'> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      creators: { type: 'string', default: '1000' },
      posts: { type: 'string', default: '10000' },
      subscriptions: { type: 'string', default: '5000' },
      seed: { type: 'string', default: '1' },
    },
  })
  const read = (name: keyof typeof values, least: number, most: number) => {
    const count = Number(values[name])
    if (!Number.isInteger(count) || count < least || count > most)
      throw new PopulateError(
        `--${name} is a whole number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}.`,
      )
    return count
  }
  return {
    creators: read('creators', LEAST.creators, MOST.creators),
    posts: read('posts', LEAST.posts, MOST.posts),
    subscriptions: read('subscriptions', LEAST.subscriptions, MOST.subscriptions),
    seed: read('seed', 0, 1_000_000),
  }
}
